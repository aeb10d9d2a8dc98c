// A button that opens a box below it. Escape and a click outside close the box.

/** @param render called when the box was opened or closed */
export function createDisclosure(element: () => HTMLElement, render: () => void) {
  let isOpen = false;

  function set(is: boolean) {
    if (is === isOpen) return;
    isOpen = is;
    render();
    if (is) addEventListener('pointerdown', closeOutside, true);
    else removeEventListener('pointerdown', closeOutside, true);
  }

  function closeOutside(event: Event) {
    if (!event.composedPath().includes(element())) set(false);
  }

  return {
    isOpen: () => isOpen,
    toggle: () => set(!isOpen),
    close: () => set(false),
    /** Escape closes the box, and nothing around it. */
    closeByKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !isOpen) return;
      event.stopPropagation();
      event.preventDefault();
      set(false);
      element().querySelector('button')?.focus();
    },
  };
}
