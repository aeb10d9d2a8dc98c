// Drag and drop of files anywhere on a page.
// The drop zone has data-over. A browser would open a text or a link that misses the page's fields;
// such a drop does nothing.

/**
 * @param {HTMLElement} zone
 * @param {(transfer: DataTransfer) => void} take
 */
export function hearDrops(zone, take) {
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

/** @param {DragEvent} event */
const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes('Files') ?? false;

/** @param {DragEvent} event */
function isForField(event) {
  return (
    !hasFiles(event) && event.target instanceof Element && event.target.matches('input, textarea')
  );
}
