// The models page: opens models in place of the lab.
// Loaded on demand; the engine of models comes with the worker, when a model is opened.

/// <reference path="../../elements/css.d.ts" />

import { adoptMapStyles } from '../../elements/embed/map-style.js';
import { boardStyle } from '../../elements/model-view/board.js';
import viewStyle from '../../elements/model-view/model-view.css';
import { wordsOf } from '../../elements/messages/words.js';
import { h } from '../../elements/shared/dom.js';
import { saidOf } from '../../elements/shared/errors.js';
import { adopt } from '../../elements/shared/adopt.js';
import { useLocale } from '../../elements/shared/format.js';
import { createChooser } from './chooser.js';
import { connect } from './connection.js';
import { modelsMessages } from './messages/index.js';
import style from './models.css';
import imagesStyle from './images/images.css';
import { createImageShown } from './images/image-shown.js';
import { createShown } from './shown.js';

/** @typedef {import('./given.js').Given} Given */

/**
 * @param {object} options
 * @param {string} options.language
 * @param {() => void} options.onBack
 * @param {(given: Given | null) => void} options.onName the model that is open, for the address
 */
export function createRoom({ language, onBack, onName }) {
  const messages = wordsOf(language, modelsMessages);
  useLocale(messages.locale);
  /** @type {import('./connection.js').Connection | null} */
  let connection = null;
  /** @type {ReturnType<typeof createShown | typeof createImageShown> | null} */
  let shown = null;
  const chooser = createChooser({
    messages,
    onOpen: (given) => void open(given),
    onCancel() {
      end();
      chooser.reset();
    },
  });
  const back = h('button', { type: 'button', class: 'quiet', onclick: onBack }, messages.back);
  const title = h('h2', { tabindex: '-1' }, messages.title);
  const entrance = h(
    'div',
    null,
    h('div', { class: 'models-head' }, title, back),
    h('p', { class: 'models-about' }, messages.about),
    chooser.element,
  );
  const element = h('main', { class: 'headwise-lab models-room' }, entrance);
  adoptMapStyles(document.body);
  adopt(document.body, [boardStyle, viewStyle, style, imagesStyle]);
  element.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    element.toggleAttribute('data-over', true);
  });
  element.addEventListener('dragleave', () => element.toggleAttribute('data-over', false));
  element.addEventListener('drop', (event) => {
    element.toggleAttribute('data-over', false);
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    close();
    void chooser.drop(event.dataTransfer);
  });

  /** @param {Given} given @param {string} [text] to begin with */
  async function open(given, text) {
    end();
    const { source, name } = given;
    const mine = (connection = connect(startWorker(), (error) => {
      const said = shown?.text();
      shown?.stopped(error, () => void open(given, said));
    }));
    try {
      const opened = await mine.open(source, chooser.opening(name));
      const more = { connection: mine, opened, name, language, messages, onClose: close };
      shown = opened.kind === 'vision' ? createImageShown(more) : createShown({ ...more, text });
      entrance.hidden = true;
      element.append(shown.element);
      shown.element.querySelector('h2')?.focus();
      onName(given);
      await shown.start();
    } catch (error) {
      if (mine !== connection || shown) return; // cancelled, or it says so itself
      end();
      chooser.failed(saidOf(error));
    }
  }

  function end() {
    connection?.end();
    connection = null;
    shown?.dispose();
    shown?.element.remove();
    shown = null;
    entrance.hidden = false;
  }

  function close() {
    if (shown) onName(null);
    end();
    chooser.reset();
  }

  return {
    element,
    /** @param {Given | null} given dropped on the page */
    offer: (given) => chooser.offer(given),
    /** The model that the address names. @param {string} name */
    named: (name) => chooser.named(name),
    /** The address names a model of files that are gone. @param {string} name */
    chooseAgain: (name) => chooser.chooseAgain(name),
    focus: () => title.focus(),
    close,
  };
}

/** The worker whose script stands beside the page. */
function startWorker() {
  return new Worker(new URL('models-worker.js', import.meta.url), { type: 'module' });
}
