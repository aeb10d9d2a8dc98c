// The elements in a page that Next renders on its server and React takes over in the browser.
'use client';

import 'headwise/element';
import { useEffect } from 'react';

export default function Page() {
  useEffect(() => {
    const all = [...document.querySelectorAll('headwise-lab, headwise-map')];
    const look = () => {
      if (!all.every(({ loaded }) => loaded)) setTimeout(look, 50);
      else globalThis.tried = all.map(({ localName, state }) => ({ way: localName, state }));
    };
    look();
  }, []);
  return (
    <>
      <headwise-lab text="Rendered on a server" heads="2" state='{"causal": true}'>
        <p>Until it works</p>
      </headwise-lab>
      <headwise-map tokens="a b" attention="[[1, 0], [0.5, 0.5]]"></headwise-map>
    </>
  );
}
