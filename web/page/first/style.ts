// Loads the file of the page's style where a Content-Security-Policy refuses the copy in the document.

export function expectStyle() {
  const { documentElement: root, head } = document;
  if (getComputedStyle(root).getPropertyValue('--paper') !== '') return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = 'page.css';
  head.append(link);
}
