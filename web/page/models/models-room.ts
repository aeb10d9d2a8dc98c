// The models page: opens models in place of the lab.
// Loaded on demand; the engine of models comes with the worker, when a model is opened.

/// <reference path="../../elements/css.d.ts" />

import { adoptMapStyles } from '../../elements/embed/map-style.ts';
import { boardStyle } from '../../elements/model-view/board.ts';
import viewStyle from '../../elements/model-view/model-view.css';
import { button } from '../../ui/controls.ts';
import { saidOf } from '../../ui/errors.ts';
import { adopt } from '../../ui/adopt.ts';
import filledButtons from '../../ui/filled-button.css';
import { useLocale } from '../../ui/format.ts';
import { createRoot, html } from '../../ui/template.ts';
import { loadModelsWords } from '../../words/models.ts';
import { createAskOnce } from './ask-once.ts';
import { createChooser } from './chooser.ts';
import { connect } from './connection.ts';
import chooserStyle from './chooser.css';
import { hubOfPage } from './hub.ts';
import style from './models.css';
import imagesStyle from './images/images.css';
import { createImageModel } from './images/image-model.ts';
import { createTextModel } from './text-model.ts';
import type { Connection } from './connection.ts';
import type { ModelFiles } from './model-files.ts';
import type { ModelScreen } from './open-model.ts';

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
  /** the open model */
  let shown: ModelScreen | null = null;
  /** whether files are dragged over the page */
  let isOver = false;
  let title!: HTMLElement;
  const hub = hubOfPage();
  const chooser = createChooser(
    messages,
    (given) => void open(given),
    cancel,
    hub && { endpoint: hub, askOnce: createAskOnce(startWorker) },
  );

  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

  function dragOver(is: boolean) {
    isOver = is;
    render(view());
  }

  function hover(event: DragEvent) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    dragOver(true);
  }

  function drop(event: DragEvent) {
    dragOver(false);
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    close();
    void chooser.drop(event.dataTransfer);
  }

  const view = () => html`<main
    class="headwise-lab models-room"
    data-over=${isOver}
    @dragover=${hover}
    @dragleave=${() => dragOver(false)}
    @drop=${drop}
  >
    <div hidden=${shown !== null}>
      <div class="models-head">
        <h2 tabindex="-1" ref=${(one: HTMLElement) => (title = one)}>${messages.title}</h2>
        ${button(messages.back, onBack, { look: 'quiet' })}
      </div>
      <p class="models-about">${messages.about}</p>
      ${chooser.element}
    </div>
    ${shown?.element}
  </main>`;
  const { element, render } = createRoot(view());
  adoptMapStyles(document.body);
  adopt(document.body, [boardStyle, viewStyle, filledButtons, style, chooserStyle, imagesStyle]);

  /**
   * @param text initial text
   * @param isNamed whether the address has its name
   */
  async function open(given: ModelFiles, text?: string, isNamed = true) {
    end();
    const { source, name, title = name } = given;
    const mine = (connection = connect(startWorker(), (error) => {
      const said = shown?.text();
      shown?.stopped(error, () => void open(given, said, isNamed));
    }));
    try {
      const opened = await mine.open(source, chooser.opening(title));
      const model = { connection: mine, opened, name, title, language, messages };
      const create = opened.kind === 'vision' ? createImageModel : createTextModel;
      shown = create(model, { text, view: viewOf(), onView: writeView, onClose: close });
      render(view());
      shown.element.querySelector('h2')?.focus();
      if (isNamed) onName(given);
      mine.ask('whole', null).catch((error) => {
        if (mine === connection && !mine.isOver()) refuse(error);
      });
      await shown.start();
    } catch (error) {
      if (mine !== connection || shown) return; // the reader cancelled, or the chooser shows the error
      end();
      chooser.failed(saidOf(error));
    }
  }

  /** Closes a model whose last layers cannot be read. */
  function refuse(error: unknown) {
    close();
    chooser.failed(saidOf(error));
  }

  function end() {
    connection?.end();
    connection = null;
    shown?.dispose();
    shown = null;
    render(view());
  }

  function cancel() {
    end();
    chooser.reset();
  }

  function close() {
    if (shown) {
      onName(null);
      writeView(null);
    }
    end();
    chooser.reset();
  }

  return {
    element,
    /** @param given files dropped on the page */
    offer: (given: ModelFiles | null) => chooser.offer(given),
    /** Opens a model that was trained on this page. */
    openTrained: (given: ModelFiles) => void open(given, undefined, false),
    /** Opens the model that the address names. */
    named: (name: string) => chooser.named(name),
    /** Fills in the name of a hub's model, which the address gave. */
    ofHub: (name: string) => chooser.ofHub(name),
    /** Asks again for a model's files, which an address cannot contain. */
    chooseAgain: (name: string) => chooser.chooseAgain(name),
    focus: () => title.focus(),
    close,
  };
}

const VIEW = 'view';

const viewOf = () => new URLSearchParams(location.search).get(VIEW);

/** Writes the view of the open model into the address. */
function writeView(view: string | null) {
  const next = new URL(location.href);
  if (view === null || view === 'head') next.searchParams.delete(VIEW);
  else next.searchParams.set(VIEW, view);
  try {
    history.replaceState(history.state, '', next);
  } catch {
    // a page in a sandboxed frame may have no address of its own
  }
}

/** The worker, whose script is beside the page. */
function startWorker() {
  return new Worker(new URL('models-worker.js', import.meta.url), { type: 'module' });
}
