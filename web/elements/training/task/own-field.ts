// Field for a reader's own text or pairs to learn.
// Problems appear during typing; the task is made when the field loses the focus.

import { labelledSegments } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { isOwn, readOwn } from './own.ts';
import type { TrainingSettings } from '../../lab/state/training.ts';
import type { OwnSettings } from './own.ts';
import type { SettingsActions } from '../settings.ts';
import type { Texts } from '../texts.ts';

type Settings = TrainingSettings;

type Reading = ReturnType<typeof readOwn>;

const UNITS = ['letters', 'words'] as const;

export function createOwnTask({ words, numbers }: Texts, { change, typed }: SettingsActions) {
  const { own } = words;
  const state = {
    /** null: the task is none of the reader's own */
    settings: null as OwnSettings | null,
    /** the field's text, if it differs from the settings' */
    draft: null as string | null,
  };
  /** Result of the last parsing: a long text is not parsed in every drawing. */
  let parsed: { from: readonly unknown[]; reading: Reading } | null = null;
  const root = createRoot(view());

  function view() {
    const { settings } = state;
    return html`<div class="training-own" hidden=${!settings}>${settings && fields(settings)}</div>`;
  }

  function fields(settings: OwnSettings) {
    const { task, unit } = settings;
    const reading = readingOf(settings);
    const isWrong = 'problem' in reading;
    const units = UNITS.map((value) => ({ value, text: own.units[value] }));
    return html`<label class="training-own-field">
        <span>${own.fields[task]}</span>
        <textarea
          rows="6"
          dir="auto"
          lang=""
          spellcheck="false"
          autocapitalize="off"
          aria-invalid=${isWrong ? 'true' : null}
          .defaultValue=${settings[task]}
          .value=${textOf(settings)}
          @input=${type}
          @change=${keep}
        ></textarea>
      </label>
      <p class="training-own-says" role="status" data-problem=${isWrong}>
        ${describe(settings, reading)}
      </p>
      <div class="training-own-row">
        ${labelledSegments(own.unit, own.unit, units, unit, (value) =>
          change({ unit: value, ...partOf(settings) }),
        )}
      </div>`;
  }

  const textOf = (settings: OwnSettings) => state.draft ?? settings[settings.task];

  /** The field's text, as a part of the settings. */
  function partOf(settings: OwnSettings): Partial<Settings> {
    return { [settings.task]: textOf(settings) };
  }

  function readingOf(settings: OwnSettings) {
    const from = [settings.task, settings.unit, textOf(settings)];
    if (!parsed || from.some((one, i) => one !== parsed?.from[i])) {
      parsed = { from, reading: readOwn({ ...settings, ...partOf(settings) }) };
    }
    return parsed.reading;
  }

  function describe({ task, unit }: OwnSettings, reading: Reading) {
    const places = 'problem' in reading ? reading.places : { ...reading.facts };
    const written = Object.entries(places).map(([place, value]) => [place, numbers.whole(value)]);
    return sayText(textFor(task, unit, reading), Object.fromEntries(written));
  }

  function textFor(task: OwnSettings['task'], unit: Settings['unit'], reading: Reading) {
    if ('problem' in reading) return own.problems[reading.problem];
    if (task === 'text') return own.textIs[unit];
    return reading.facts.heldOut > 0 ? own.pairsAre : own.fewPairsAre;
  }

  function type({ target }: Event) {
    state.draft = (target as HTMLTextAreaElement).value;
    root.render(view());
    typed();
  }

  function keep() {
    const { settings } = state;
    if (!settings || 'problem' in readingOf(settings)) return;
    change(partOf(settings));
  }

  return {
    element: root.element,
    isWrong: () => state.settings !== null && 'problem' in readingOf(state.settings),
    update(settings: Settings) {
      const own = isOwn(settings) ? settings : null;
      const isKept = own !== null && own[own.task] === state.draft;
      if (isKept || own?.task !== state.settings?.task) state.draft = null;
      state.settings = own;
      root.render(view());
    },
  };
}
