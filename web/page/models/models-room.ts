// The models page: opens models in place of the lab.
// Loaded on demand; the engine of models comes with the worker, when a model is opened.

/// <reference path="../../elements/css.d.ts" />

import { adoptMapStyles } from '../../elements/embed/map-style.ts';
import { boardStyle } from '../../elements/model-view/board.ts';
import viewStyle from '../../elements/model-view/model-view.css';
import { h } from '../../ui/dom.ts';
import { saidOf } from '../../ui/errors.ts';
import { adopt } from '../../ui/adopt.ts';
import { useLocale } from '../../ui/format.ts';
import { loadModelsWords } from '../../words/models.ts';
import { createChooser } from './chooser.ts';
import { connect } from './connection.ts';
import style from './models.css';
import imagesStyle from './images/images.css';
import { createImageModel } from './images/image-model.ts';
import { createTextModel } from './text-model.ts';
import type { Connection } from './connection.ts';
import type { ModelFiles } from './model-files.ts';

/** @param options.onName the model that is open, for the address */
export async function createRoom({
  language,
  onBack,
  onName,
}: {
  language: string;
  onBack: () => void;
  onName: (given: ModelFiles | null) => void;
}) {
  const messages = await loadModelsWords(language);
  useLocale(messages.locale);
  let connection: Connection | null = null;
  let shown: ReturnType<typeof createTextModel | typeof createImageModel> | null = null;
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

  /** @param text initial text */
  async function open(given: ModelFiles, text?: string) {
    end();
    const { source, name } = given;
    const mine = (connection = connect(startWorker(), (error) => {
      const said = shown?.text();
      shown?.stopped(error, () => void open(given, said));
    }));
    try {
      const opened = await mine.open(source, chooser.opening(name));
      const more = { connection: mine, opened, name, language, messages, onClose: close };
      shown =
        opened.kind === 'vision' ? createImageModel(more) : createTextModel({ ...more, text });
      entrance.hidden = true;
      element.append(shown.element);
      shown.element.querySelector('h2')?.focus();
      onName(given);
      await shown.start();
    } catch (error) {
      if (mine !== connection || shown) return; // the reader cancelled, or the chooser shows the error
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
    /** @param given files dropped on the page */
    offer: (given: ModelFiles | null) => chooser.offer(given),
    /** Opens the model that the address names. */
    named: (name: string) => chooser.named(name),
    /** Asks again for a model's files, which an address cannot contain. */
    chooseAgain: (name: string) => chooser.chooseAgain(name),
    focus: () => title.focus(),
    close,
  };
}

/** The worker, whose script is beside the page. */
function startWorker() {
  return new Worker(new URL('models-worker.js', import.meta.url), { type: 'module' });
}
