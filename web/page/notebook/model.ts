// A model in an output of a notebook, as anywidget.
// Its files come from Python chunk by chunk, or are in the page; a worker of the reader's browser
// computes the model.

/// <reference path="../../elements/css.d.ts" />

import { adoptMapStyles } from '../../elements/embed/map-style.ts';
import { keepKeys } from '../../elements/embed/keys.ts';
import { pickLanguage } from '../../words/languages.ts';
import { loadModelsWords } from '../../words/models.ts';
import { boardStyle } from '../../elements/model-view/board.ts';
import viewStyle from '../../elements/model-view/model-view.css';
import { adopt } from '../../ui/adopt.ts';
import filledButtons from '../../ui/filled-button.css';
import { messageOf } from '../../ui/errors.ts';
import { useLocale } from '../../ui/format.ts';
import { createRoot, html } from '../../ui/template.ts';
import { quoteEngine, sayText } from '../../ui/text.ts';
import { followAround, themeAt } from '../../ui/theme.ts';
import { connect } from '../models/connection.ts';
import modelsStyle from '../models/models.css';
import imagesStyle from '../models/images/images.css';
import { createImageModel } from '../models/images/image-model.ts';
import { createTextModel } from '../models/text-model.ts';
import { bytesText } from '../models/sizes.ts';
import workerText from 'headwise:models-worker';
import { readFiles } from './files.ts';
import type { Messages } from '../../words/en/models.ts';
import type { Connection } from '../models/connection.ts';
import type { Model } from './files.ts';

interface Output {
  model: Model;
  el: HTMLElement;
}

export default {
  /** @returns removes it again */
  render(output: Output): () => void {
    const language = pickLanguage([document.documentElement.lang]);
    let isRemoved = false;
    let remove = () => {};
    void loadModelsWords(language).then((messages) => {
      if (!isRemoved) remove = show(output, language, messages);
    });
    return () => {
      isRemoved = true;
      remove();
    };
  },
};

/** @returns removes it again */
function show({ model, el }: Output, language: string, messages: Messages): () => void {
  const host = document.createElement('div');
  el.append(host);
  keepKeys(host);
  const root = host.attachShadow({ mode: 'open' });
  useLocale(messages.locale);
  const name = String(model.get('name'));
  const state = {
    shown: null as ReturnType<typeof createTextModel | typeof createImageModel> | null,
    /** bytes that have come; null: none yet */
    progress: null as { done: number; total: number; file: string } | null,
    /** the reason that it cannot be shown; null: none */
    error: null as unknown,
  };
  const output = createRoot(view());
  const { element } = output;
  root.append(element);
  adoptMapStyles(element);
  adopt(element, [boardStyle, viewStyle, filledButtons, modelsStyle, imagesStyle]);
  const unfollow = followTheme(element, String(model.get('theme')));
  const ended = new AbortController();
  let connection: Connection | null = null;
  let told = '';

  function view() {
    const { shown } = state;
    return html`<div class="headwise-lab models-room">${shown ? shown.element : opening()}</div>`;
  }

  function opening() {
    const { progress, error } = state;
    const title = sayText(messages.opening, { name });
    const bar = html`<progress
      aria-label=${title}
      max=${progress?.total}
      value=${progress?.done}
    ></progress>`;
    return html`<div class="models-card">
      <h3>${title}</h3>
      ${error === null && bar}
      <p class="models-hint tabular" role=${error === null ? 'status' : 'alert'}>
        ${error === null ? progress && textOf(progress) : quoteEngine(messages.failed, messageOf(error))}
      </p>
    </div>`;
  }

  function textOf({ done, total, file }: { done: number; total: number; file: string }) {
    return sayText(messages.progress, { file, done: bytesText(done), total: bytesText(total) });
  }

  function change(part: Partial<typeof state>) {
    Object.assign(state, part);
    output.render(view());
  }

  /** Sends the reader's selections to Python, but not the initial one. */
  function onSelect(selection: object) {
    const now = JSON.stringify(selection);
    if (told !== '' && told !== now) {
      model.set('selection', selection);
      model.save_changes();
    }
    told = now;
  }

  function progress(done: number, total: number, file: string) {
    change({ progress: { done, total, file } });
  }

  /** @param text initial text */
  async function open(text: string) {
    const files = await readFiles(model, progress, ended.signal);
    const mine = connect(startWorker(), (error) => {
      const said = state.shown?.text() ?? text;
      state.shown?.stopped(error, () => again(said));
    });
    connection = mine;
    const opened = await mine.open(files, progress);
    const create = opened.kind === 'vision' ? createImageModel : createTextModel;
    const shown = create(
      { connection: mine, opened, name, title: name, language, messages },
      { text, onSelect },
    );
    change({ shown });
    await shown.start();
  }

  /** Shows that the worker has ended. */
  function again(text: string) {
    state.shown?.dispose();
    change({ shown: null });
    begin(text);
  }

  function begin(text: string) {
    open(text).catch((error) => {
      if (ended.signal.aborted || state.shown) return;
      connection?.end();
      change({ error });
    });
  }

  begin(String(model.get('text') ?? ''));
  return () => {
    ended.abort();
    unfollow();
    connection?.end();
    state.shown?.dispose();
    host.remove();
  };
}

/** Follows the theme of the notebook, unless the widget sets one. */
function followTheme(element: HTMLElement, asked: string) {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const fixed = asked === 'light' || asked === 'dark' ? asked : null;
  const follow = () => {
    element.dataset.theme = fixed ?? themeAt(element, probe);
  };
  follow();
  return followAround(element, follow);
}

/**
 * A worker from the script's text: a notebook passes this script on as one file, and a page that is
 * opened from a folder has no others.
 */
function startWorker() {
  const url = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
  const worker = new Worker(url, { name: 'headwise' });
  URL.revokeObjectURL(url);
  return worker;
}
