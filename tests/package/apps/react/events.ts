// Events of the elements in strict TypeScript, as a page without a framework hears them.

import { HeadwiseLab } from 'headwise/element';

const lab = document.createElement('headwise-lab');
lab.addEventListener('change', ({ detail }) => console.log(detail.state.text, detail.kind.length));
lab.addEventListener('error', (event) => console.log(event.detail.code));
lab.addEventListener('click', (event) => console.log(event.clientX));
document.querySelector('headwise-map')?.addEventListener('change', ({ detail }) => {
  const { layer = 0, head, query, key } = detail.selection;
  console.log(layer + head, query ?? 'none', key ?? 'none');
});
console.log(lab instanceof HeadwiseLab);
