// Drag and drop of files anywhere on a page.
// The drop zone has data-over. A browser would open a text or a link that misses the page's fields;
// such a drop does nothing.

export function hearDrops(zone: HTMLElement, take: (transfer: DataTransfer) => void) {
  addEventListener('dragover', (event) => {
    if (isForField(event)) return;
    event.preventDefault();
    if (hasFiles(event)) zone.dataset.over = '';
    else if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) delete zone.dataset.over;
  });
  addEventListener('drop', (event) => {
    delete zone.dataset.over;
    if (isForField(event)) return;
    event.preventDefault();
    if (event.dataTransfer && hasFiles(event)) take(event.dataTransfer);
  });
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

function isForField(event: DragEvent) {
  return (
    !hasFiles(event) && event.target instanceof Element && event.target.matches('input, textarea')
  );
}
