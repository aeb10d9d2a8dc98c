// Importing the element does nothing on a server; in a browser it defines the tag.
'use client';

import 'headwise/element';

export function Lab() {
  return (
    <headwise-lab text="The animal was tired" heads="2">
      <p>The lab is loading.</p>
    </headwise-lab>
  );
}
