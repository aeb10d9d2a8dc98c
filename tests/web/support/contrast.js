// How well the words of an element can be read against what lies behind them.

/**
 * The words that can be read worst, of these elements: in the document and on the canvases beside the maps.
 *
 * @param {import('playwright-core').Page | import('playwright-core').Frame} page
 * @param {readonly string[]} [names]
 */
export function worstContrast(page, names = ['headwise-lab', 'headwise-map']) {
  return page.evaluate((elements) => {
    const pen = /** @type {CanvasRenderingContext2D} */ (
      document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    );
    /**
     * What a page has below everything: a system colour, whose value is that of the scheme in use.
     *
     * @param {Element} place
     * @param {string} [colorScheme] other than that of the place
     */
    function canvasAt(place, colorScheme = 'inherit') {
      const probe = place.appendChild(place.ownerDocument.createElement('div'));
      probe.style.colorScheme = colorScheme;
      probe.style.color = 'Canvas';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }
    /** @param {readonly string[]} layers the lowest first */
    function painted(layers) {
      for (const layer of layers) {
        pen.fillStyle = layer;
        pen.fillRect(0, 0, 1, 1);
      }
      return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
    }
    /** @param {Element} element @returns {string[]} */
    function behind(element) {
      const layers = [];
      for (let at = /** @type {Element | null} */ (element); at;) {
        layers.unshift(getComputedStyle(at).backgroundColor);
        const within = /** @type {ShadowRoot} */ (at.getRootNode());
        at = at.assignedSlot ?? at.parentElement ?? within.host ?? null;
      }
      const { documentElement, defaultView } = element.ownerDocument;
      const canvas = canvasAt(documentElement);
      // the page around a frame is seen through it if both are of one scheme
      const frame = defaultView?.frameElement;
      const around = frame?.parentElement;
      const isSeen = around && canvasAt(around, getComputedStyle(frame).colorScheme) === canvas;
      return [...(isSeen ? behind(around) : [canvas]), ...layers];
    }
    /** @param {readonly number[]} color */
    function luminance(color) {
      const [red, green, blue] = color.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
    /** @param {string} color @param {readonly string[]} layers */
    function contrast(color, layers) {
      const lights = [luminance(painted(layers)), luminance(painted([...layers, color]))];
      return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
    }
    /**
     * In the page, or in the shadow of what the page has around it.
     *
     * @param {string} name
     * @param {Document | ShadowRoot} [within]
     * @returns {Element | null}
     */
    function find(name, within = document) {
      const shadows = [...within.querySelectorAll('*')].map((one) => one.shadowRoot);
      const deeper = () => shadows.map((one) => one && find(name, one)).find(Boolean) ?? null;
      return within.querySelector(name) ?? deeper();
    }
    let worst = { ratio: 21, words: '' };
    let seen = 0;
    /** @param {number} ratio @param {string} words */
    const note = (ratio, words) => {
      seen++;
      if (ratio < worst.ratio) worst = { ratio, words };
    };
    for (const name of elements) {
      const host = find(name);
      const lab = /** @type {Element} */ (
        (host?.shadowRoot ?? host)?.querySelector('.headwise-lab')
      );
      for (const element of lab.querySelectorAll('*')) {
        const own = [...element.childNodes].filter((node) => node.nodeType === 3);
        const words = own.map((node) => node.textContent?.trim()).join('');
        if (!words || !element.checkVisibility()) continue;
        note(contrast(getComputedStyle(element).color, behind(element)), words);
      }
      // labels beside maps are drawn with the colour of this
      const probe = /** @type {Element} */ (lab.querySelector('.probe-text'));
      note(contrast(getComputedStyle(probe).color, behind(lab)), `${name}: labels`);
      // and as they were drawn: the pixel of a label that differs most from what is behind
      const drawing = /** @type {HTMLCanvasElement} */ (lab.querySelector('.map canvas'));
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [drawing.width, 24];
      const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext('2d'));
      context.drawImage(drawing, 0, 0);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      const paper = behind(lab);
      let best = 1;
      for (let i = 0; i < data.length; i += 4) {
        const [red, green, blue, alpha] = data.subarray(i, i + 4);
        if (alpha < 200) continue;
        best = Math.max(best, contrast(`rgb(${red} ${green} ${blue} / ${alpha / 255})`, paper));
      }
      note(best, `${name}: drawn labels`);
    }
    return { ...worst, seen };
  }, names);
}
