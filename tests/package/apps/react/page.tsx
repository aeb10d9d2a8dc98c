// The elements in strict TypeScript and JSX, without declarations of the app's own: properties, events and references.

import { type HeadwiseMap, type MapSelection } from 'headwise/react';
import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Page() {
  const map = useRef<HeadwiseMap>(null);
  const [at, setAt] = useState<MapSelection | null>(null);
  const [text, setText] = useState('');
  return (
    <>
      <headwise-lab
        text="Typed"
        heads={2}
        state={{ causal: true }}
        locked="weights"
        className="wide"
        onchange={({ detail }) => setText(detail.state.text)}
        onload={({ detail }) => console.assert(detail.backend.threads > 0)}
      >
        <p>Until it works</p>
      </headwise-lab>
      <headwise-map
        ref={map}
        attention={[
          [1, 0],
          [0.5, 0.5],
        ]}
        tokens={['a', 'b']}
        view="head"
        loading="eager"
        onchange={({ detail: { selection } }) => setAt(selection)}
        onerror={({ detail }) => console.error(detail.code, detail.message)}
      />
      {/* @ts-expect-error an attention is not optional */}
      <headwise-map tokens="a b" />
      {/* @ts-expect-error a typo is found */}
      <headwise-lab txet="a" />
      <p>
        {text} {at?.layer ?? at?.head} {map.current?.loaded}
      </p>
    </>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}
