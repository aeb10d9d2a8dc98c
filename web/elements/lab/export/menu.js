// One quiet menu that brings the view on the screen into files and programs. A button, and a list that the arrows
// go through, as in the menu button pattern of the ARIA Authoring Practices.

import { fillText, h, setAttribute, setText } from '../../shared/dom.js';
import { messageOf } from '../../shared/errors.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 *
 * @typedef {object} Exported what a view gives away
 * @property {string} name for the names of files
 * @property {() => import('../../../views/figure.js').Figure} figure
 * @property {() => readonly import('./numbers.js').LabelledArray[]} arrays the first is what is drawn
 */

const SAID_FOR = 4000;

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 * @param {() => Promise<{ frame: Frame, exported: Exported } | null>} current what is on the screen
 */
export function createExportMenu(messages, actions, current) {
  const said = h('span', { class: 'export-said', role: 'status' });
  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      onclick: () => (list.hidden ? open() : close()),
    },
    messages.exportOpen,
  );
  const list = h(
    'div',
    { class: 'export-list', role: 'menu', 'aria-label': messages.exportLabel, hidden: true },
    group(messages.exportFigure, [
      item(messages.exportSvg, (now) => saveFigure(now, 'svg')),
      item(messages.exportPng, (now) => saveFigure(now, 'png')),
      item(messages.exportTikz, (now) => saveFigure(now, 'tex')),
    ]),
    group(messages.exportNumbers, [
      item(messages.exportCsv, (now) => saveNumbers(now, 'csv')),
      item(messages.exportJson, (now) => saveNumbers(now, 'json')),
      item(messages.exportNpy, (now) => saveNumbers(now, 'npy')),
    ]),
    group(messages.exportCode, [
      item(messages.exportTorch, ({ frame }) => copyCode(frame, 'torch')),
      item(messages.exportNumPy, ({ frame }) => copyCode(frame, 'numpy')),
      item(messages.exportJax, ({ frame }) => copyCode(frame, 'jax')),
    ]),
  );
  const element = h('div', { class: 'export' }, button, list, said);
  let timer = 0;

  // ---- the menu --------------------------------------------------------------------------------------------

  /**
   * @param {string} label
   * @param {readonly HTMLElement[]} items
   */
  function group(label, items) {
    return h(
      'div',
      { role: 'group', 'aria-label': label, class: 'export-group' },
      h('span', { class: 'export-heading', 'aria-hidden': 'true' }, label),
      ...items,
    );
  }

  /**
   * @param {string} label
   * @param {(now: { frame: Frame, exported: Exported }) => void | Promise<void>} act
   */
  function item(label, act) {
    const choose = async () => {
      close();
      button.focus({ preventScroll: true });
      try {
        const now = await current();
        if (now) await act(now);
      } catch (error) {
        say(fillText(messages.exportFailed, { detail: messageOf(error) }));
      }
    };
    return h(
      'button',
      { type: 'button', role: 'menuitem', tabindex: '-1', class: 'export-item', onclick: choose },
      label,
    );
  }

  /** @returns {HTMLButtonElement[]} */
  const items = () => [...list.querySelectorAll('button')];

  function open() {
    list.hidden = false;
    // above the button where there is no room below
    const { bottom } = button.getBoundingClientRect();
    const isLow = bottom + list.offsetHeight > window.innerHeight;
    setAttribute(list, 'data-above', isLow ? '' : null);
    setAttribute(button, 'aria-expanded', 'true');
    items()[0]?.focus({ preventScroll: true });
    addEventListener('pointerdown', outside, true);
  }

  function close() {
    list.hidden = true;
    setAttribute(button, 'aria-expanded', 'false');
    removeEventListener('pointerdown', outside, true);
  }

  /** @param {Event} event */
  function outside(event) {
    if (!event.composedPath().includes(element)) close();
  }

  button.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
    if (event.key === 'ArrowUp') items().at(-1)?.focus();
  });
  list.addEventListener('keydown', (event) => {
    const all = items();
    const at = all.findIndex((one) => one.matches(':focus'));
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at + all.length - 1) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (event.key === 'Escape') {
      // not the lab's: it would let go of what is selected
      event.stopPropagation();
      close();
      button.focus();
    } else if (event.key === 'Tab') close();
    else if (to !== undefined) all[to].focus();
    if (to !== undefined || event.key === 'Escape') event.preventDefault();
  });

  // ---- what is chosen --------------------------------------------------------------------------------------

  /**
   * @param {{ frame: Frame, exported: Exported }} now
   * @param {'svg' | 'png' | 'tex'} kind
   */
  async function saveFigure({ frame, exported }, kind) {
    const { pngOf, svgOf, tikzOf } = await import('../extras.js');
    const { name } = exported;
    const figure = exported.figure();
    const { fontFamily, theme } = frame.look;
    if (kind === 'svg') save(`${name}.svg`, [svgOf(figure, fontFamily, theme)], 'image/svg+xml');
    else if (kind === 'tex') save(`${name}.tex`, [tikzOf(figure, fontFamily)], 'text/x-tex');
    else save(`${name}.png`, [await pngOf(figure, fontFamily, theme)], 'image/png');
  }

  /**
   * @param {{ frame: Frame, exported: Exported }} now
   * @param {'csv' | 'json' | 'npy'} kind
   */
  async function saveNumbers({ frame, exported }, kind) {
    const { toCsv, toJson, toNpy } = await import('../extras.js');
    const { name } = exported;
    const arrays = exported.arrays();
    if (kind === 'csv') save(`${name}.csv`, [toCsv(arrays[0])], 'text/csv');
    else if (kind === 'npy') save(`${name}.npy`, [toNpy(arrays[0])], 'application/octet-stream');
    else save(`${name}.json`, [toJson(name, arrays, frame.state)], 'application/json');
  }

  /**
   * @param {Frame} frame
   * @param {import('./code.js').Framework} framework
   */
  async function copyCode({ answer, blend, state, selection }, framework) {
    if (!answer) return;
    const { codeRunOf, needsTrace, writeCode } = await import('../extras.js');
    // the view of contributions has every step, and so what it all follows from
    const whole = needsTrace(answer) ? await actions.compute({ view: 'contributions' }) : answer;
    const other = blend?.other ?? null;
    const code = writeCode(
      codeRunOf(whole),
      {
        mix: blend?.kind === 'mix' ? blend.weights : null,
        compareHead: blend?.kind === 'head' ? blend.head : null,
        compareRun: other && codeRunOf(other),
        selection: { head: selection.head, query: state.selection.query },
      },
      framework,
    );
    try {
      await navigator.clipboard.writeText(code);
      say(messages.exportCopied);
    } catch {
      // a frame may not be allowed to copy
      save('headwise.py', [code], 'text/x-python');
    }
  }

  /**
   * @param {string} name
   * @param {BlobPart[]} parts
   * @param {string} type
   */
  function save(name, parts, type) {
    const url = URL.createObjectURL(new Blob(parts, { type }));
    h('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), SAID_FOR);
    say(fillText(messages.exportSaved, { name }));
  }

  /** @param {string} text */
  function say(text) {
    setText(said, text);
    clearTimeout(timer);
    timer = window.setTimeout(() => setText(said, ''), SAID_FOR);
  }

  return {
    element,
    /** @param {boolean} wanted */
    show(wanted) {
      element.hidden = !wanted;
      if (!wanted) close();
    },
  };
}
