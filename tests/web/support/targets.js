// Finds controls that are hard to hit: smaller than 24 x 24 CSS pixels, with another control too near. The rule and its
// exceptions are those of WCAG 2.2, success criterion 2.5.8.

/**
 * The controls on the screen that break the rule, each with its size. Cells of a drawn map are left out: a head can be
 * enlarged, and shown as a table.
 *
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
export function smallTargets(page) {
  return page.evaluate(() => {
    const LEAST = 24; // CSS pixels
    const ROUNDING = 0.1; // of a layout in fractions of pixels
    const CONTROLS =
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=slider], ' +
      '[role=option], [role=radio], [role=link], [role=menuitem], [tabindex]';
    /** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

    /** @returns {Element[]} also those of shadow trees */
    const within = (/** @type {ParentNode} */ tree) =>
      [...tree.querySelectorAll('*')].flatMap((one) =>
        one.shadowRoot ? [one, ...within(one.shadowRoot)] : [one],
      );
    /** @returns {Box} */
    const union = (/** @type {Box} */ a, /** @type {Box} */ b) => ({
      left: Math.min(a.left, b.left),
      top: Math.min(a.top, b.top),
      right: Math.max(a.right, b.right),
      bottom: Math.max(a.bottom, b.bottom),
    });
    const labelsOf = (/** @type {Element} */ one) => /** @type {HTMLInputElement} */ (one).labels;
    /** @returns {Box} with the labels, which can be pressed too */
    const boxOf = (/** @type {Element} */ one) =>
      [...(labelsOf(one) ?? [])]
        .filter((label) => label.checkVisibility())
        .reduce((box, label) => union(box, label.getBoundingClientRect()), {
          ...pick(one.getBoundingClientRect()),
        });
    const pick = (/** @type {DOMRect} */ { left, top, right, bottom }) => ({
      ...{ left, top, right, bottom },
    });
    const isControl = (/** @type {Element} */ one) =>
      one.matches(CONTROLS) &&
      !one.matches(':disabled, [inert] *, [type=hidden], [role=gridcell]') &&
      one.matches('a[href], button, input, select, textarea, summary, [tabindex="0"], [role]') &&
      one.checkVisibility({ visibilityProperty: true });
    /** Text beside it on its line, such that the line fixes its height. */
    const isInText = (/** @type {Element} */ one) => {
      if (getComputedStyle(one).display !== 'inline') return false;
      return [...(one.parentNode?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.textContent ?? ''),
      );
    };
    const isSmall = (/** @type {Box} */ { left, top, right, bottom }) =>
      Math.min(right - left, bottom - top) < LEAST - ROUNDING;
    const middle = (/** @type {Box} */ { left, top, right, bottom }) => ({
      ...{ x: (left + right) / 2, y: (top + bottom) / 2 },
    });
    const toBox = (/** @type {{ x: number, y: number }} */ { x, y }, /** @type {Box} */ box) =>
      Math.hypot(
        Math.max(box.left - x, 0, x - box.right),
        Math.max(box.top - y, 0, y - box.bottom),
      );
    const toMiddle = (/** @type {Box} */ a, /** @type {Box} */ b) => {
      const [one, other] = [middle(a), middle(b)];
      return Math.hypot(one.x - other.x, one.y - other.y);
    };

    const all = within(document)
      .filter(isControl)
      .map((one) => ({ one, box: boxOf(one) }))
      .filter(({ box }) => box.right > box.left && box.bottom > box.top);
    return all
      .filter(({ one, box }) => isSmall(box) && !isInText(one))
      .filter(({ one, box }) =>
        all.some(
          (other) =>
            other.one !== one &&
            !other.one.contains(one) &&
            !one.contains(other.one) &&
            (isSmall(other.box)
              ? toMiddle(box, other.box) < LEAST - ROUNDING
              : toBox(middle(box), other.box) < LEAST / 2 - ROUNDING),
        ),
      )
      .map(({ one, box }) => {
        const name = `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''}`;
        const said = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 30);
        const size = [box.right - box.left, box.bottom - box.top].map((side) => side.toFixed(1));
        return `${name} "${said}": ${size.join(' x ')}`;
      });
  });
}
