// Files that are dropped anywhere on a page; data-over marks where they go.

/**
 * @param {HTMLElement} zone
 * @param {(transfer: DataTransfer) => void} take
 */
export function hearDrops(zone, take) {
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    zone.dataset.over = '';
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) delete zone.dataset.over;
  });
  addEventListener('drop', (event) => {
    delete zone.dataset.over;
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    take(event.dataTransfer);
  });
}
