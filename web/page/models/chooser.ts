// Chooses a model: dropped, selected or named; then size and progress.

import { button } from '../../ui/controls.ts';
import { fileButton } from '../../ui/drop-zone.ts';
import { createRoot, html } from '../../ui/template.ts';
import { ownWords, quoteEngine, sayText } from '../../ui/text.ts';
import { beside, englishFiles } from './beside.ts';
import { isHubModel } from './hub.ts';
import { createHubForm } from './hub-form.ts';
import { chosen, dropped } from './model-files.ts';
import { bytesText } from './sizes.ts';
import { STARTERS, pageOf } from './starters.ts';
import type { Child } from '../../ui/template.ts';
import type { Messages } from '../../words/en/models.ts';
import type { ModelFiles } from './model-files.ts';
import type { AskOnce } from './ask-once.ts';
import type { OnProgress } from './worker-messages.ts';

/** The address space of 32-bit WebAssembly. */
const MOST_BYTES = 2 ** 32;
/** Most characters of a name in an address. */
const MOST_LETTERS = 96;

interface Progress {
  done: number;
  total: number;
  file: string;
}

/** Choosing, a chosen model before it is opened, or its opening; `said`: a remark under it. */
type State = { said: Child } & (
  | { step: 'choosing' }
  | { step: 'offered'; given: ModelFiles }
  | { step: 'opening'; name: string; progress: Progress | null }
);

/** @param hub the hub that the page may ask; null: none */
export function createChooser(
  messages: Messages,
  open: (given: ModelFiles) => void,
  cancel: () => void,
  hub: { endpoint: URL; askOnce: AskOnce } | null,
) {
  let nameInput!: HTMLInputElement;

  const takeFiles = ({ files }: HTMLInputElement) => offer(chosen(files ?? new FileList()));

  function find(event: Event) {
    event.preventDefault();
    offerNamed(nameInput.value.trim());
  }

  const english = englishFiles(messages.englishName);
  const card = (state: State) => {
    if (state.step === 'offered') return offered(state.given, messages, { open, reset, choose });
    return state.step === 'opening' && opening(state.name, state.progress, messages, cancel);
  };
  const view = (state: State) => html`<div class="models-chooser">
    <div class="models-start" hidden=${state.step !== 'choosing'}>
      ${
        english &&
        html`<div class="models-own">
          <p>${sayText(messages.english, { size: bytesText(english.bytes) })}</p>
          ${button(messages.openEnglish, () => open(english), { look: 'primary', classes: 'models-main' })}
        </div>`
      }
      <div class="models-drop">
        <p class="models-drop-title">${messages.drop}</p>
        <div class="models-buttons">
          ${fileButton(messages.chooseFolder, takeFiles, { look: 'second', folder: true, of: 'folder' })}
          ${fileButton(messages.chooseFiles, takeFiles, { look: 'second', multiple: true, of: 'files' })}
        </div>
        <p class="models-hint">${messages.needs}</p>
      </div>
      <form class="models-named" @submit=${find}>
        <label>
          <span>${messages.besideLabel}</span>
          <input
            type="text"
            spellcheck="false"
            autocapitalize="off"
            ref=${(input: HTMLInputElement) => (nameInput = input)}
          />
        </label>
        ${button(messages.besideOpen, null, { look: 'second', submit: true })}
      </form>
      ${hubForm?.element}
      ${starters(messages, hubForm && ((name) => void hubForm.find(name)))}
    </div>
    <div class="models-card" hidden=${state.step === 'choosing'}>${card(state)}</div>
    <p class="models-wrong" role="alert">${state.said}</p>
  </div>`;
  let state: State = { step: 'choosing', said: null };
  const hubForm = hub && createHubForm(messages, hub.endpoint, hub.askOnce, { offer, say });
  const { element, render } = createRoot(view(state));
  void hubForm?.refresh();

  function show(next: State) {
    state = next;
    render(view(state));
  }

  function say(said: Child) {
    show({ ...state, said });
  }

  const focusOn = (buttons: string) => element.querySelector<HTMLElement>(buttons)?.focus();

  /** Shows the name and size before the file is read. */
  function offer(given: ModelFiles | null) {
    hubForm?.cancel();
    if (!given) return say(messages.nothing);
    show({ step: 'offered', given, said: null });
    focusOn('.models-card :is(input, .models-main:enabled)');
  }

  /** @param given the offered model, with one of its files */
  function choose(given: ModelFiles) {
    show({ step: 'offered', given, said: null });
  }

  function offerNamed(name: string) {
    const given = beside(name, messages.englishName);
    if (given) offer(given);
    else say(messages.besideWrong);
  }

  function reset() {
    show({ step: 'choosing', said: null });
    void hubForm?.refresh();
    focusOn('.models-drop button');
  }

  return {
    element,
    offer,
    reset,
    named(name: string) {
      nameInput.value = name;
      offerNamed(name);
    },
    ofHub(name: string) {
      if (hubForm) hubForm.fill(name.slice(0, MOST_LETTERS));
      else say(messages.hubNone);
    },
    /** @param name name of a model that was opened from files */
    chooseAgain: (name: string) =>
      say(sayText(messages.chooseAgain, { name: name.slice(0, MOST_LETTERS) })),
    drop: async (transfer: DataTransfer) => offer(await dropped(transfer)),
    opening(name: string): OnProgress {
      show({ step: 'opening', name, progress: null, said: null });
      focusOn('.models-card button');
      return (done, total, file) => {
        if (state.step === 'opening') show({ ...state, progress: { done, total, file } });
      };
    },
    /** @param detail the engine's text, in English */
    failed(detail: string) {
      reset();
      say(quoteEngine(messages.failed, detail));
    },
  };
}

/**
 * The list of small models, and how to get one.
 * @param find finds one at the page's hub; null: there is none
 */
function starters(messages: Messages, find: ((name: string) => void) | null) {
  const row = (starter: (typeof STARTERS)[number]) => {
    const { name, family, layers, heads, bytes } = starter;
    const about = sayText(messages.starter, {
      family,
      layers: sayText(messages.layers, { count: layers }),
      heads: sayText(messages.heads, { count: heads }),
      size: bytesText(bytes),
    });
    return html`<li>
      <a href=${pageOf(starter)} target="_blank" rel="noopener">${ownWords(name)}</a>
      <span>${about}</span>
      ${
        find &&
        button(messages.besideOpen, () => find(name), {
          look: 'link',
          label: sayText(messages.hubFind, { name }),
        })
      }
    </li>`;
  };
  return html`<details class="models-starters">
    <summary>${messages.starters}</summary>
    <p class="models-hint">${messages.startersHint}</p>
    <ul>
      ${STARTERS.map(row)}
    </ul>
  </details>`;
}

/** The name and size of a model that can be opened, and its files of weights if one has to be chosen. */
function offered(
  given: ModelFiles,
  messages: Messages,
  acts: {
    open: (given: ModelFiles) => void;
    reset: () => void;
    choose: (given: ModelFiles) => void;
  },
) {
  const { name, title = name, source, bytes, files, choices } = given;
  const isNamed = typeof source === 'string';
  const isKnown = bytes > 0 || Number.isNaN(bytes);
  const endpoint = isHubModel(source) ? new URL(source.endpoint) : null;
  const size = sayText(messages.size, {
    files: sayText(messages.files, { count: files }),
    size: bytesText(bytes),
  });
  const about = () => {
    if (Number.isNaN(bytes)) return messages.sizeUnknown;
    if (bytes > 0) return size;
    return isNamed ? messages.sizeBeside : messages.noWeights;
  };
  return html`
    <h3>${ownWords(title)}</h3>
    ${choices && fileChoice(choices, source, messages, (one) => acts.choose({ ...one, choices }))}
    <p hidden=${choices !== undefined && bytes === 0}>${about()}</p>
    ${endpoint && html`<p>${sayText(messages.hubStores, { host: endpoint.host })}</p>`}
    ${bytes > MOST_BYTES && html`<p class="models-wrong">${messages.tooLarge}</p>`}
    <div class="models-buttons">
      ${button(title === name ? sayText(messages.open, { name }) : messages.openEnglish, () => acts.open(given), { look: 'primary', classes: 'models-main', disabled: !isNamed && !isKnown })}
      ${button(messages.other, acts.reset, { look: 'second' })}
    </div>
  `;
}

/** The files of weights of a model, of which the reader chooses one. */
function fileChoice(
  choices: readonly ModelFiles[],
  chosenOne: ModelFiles['source'],
  messages: Messages,
  choose: (one: ModelFiles) => void,
) {
  const fileOf = (source: ModelFiles['source']) => (isHubModel(source) ? source.file : undefined);
  const row = (one: ModelFiles) => {
    const file = fileOf(one.source);
    return html`<label>
      <input
        type="radio"
        name="models-file"
        .checked=${file === fileOf(chosenOne)}
        @change=${() => choose(one)}
      />
      <span>${ownWords(file ?? '')}</span>
      <span class="tabular">${Number.isNaN(one.bytes) ? '' : bytesText(one.bytes)}</span>
    </label>`;
  };
  return html`<fieldset class="models-files">
    <legend>${messages.choices}</legend>
    ${choices.map(row)}
    <p class="models-hint">${messages.choicesHint}</p>
  </fieldset>`;
}

function opening(name: string, progress: Progress | null, messages: Messages, cancel: () => void) {
  const places = progress && {
    file: progress.file,
    done: bytesText(progress.done),
    total: bytesText(progress.total),
  };
  return html`
    <h3 id="models-opening">${sayText(messages.opening, { name })}</h3>
    <progress aria-labelledby="models-opening" max=${progress?.total} value=${progress?.done}></progress>
    <p class="models-hint tabular">${places && sayText(messages.progress, places)}</p>
    <div class="models-buttons">
      ${button(messages.cancel, cancel, { look: 'second' })}
    </div>
  `;
}
