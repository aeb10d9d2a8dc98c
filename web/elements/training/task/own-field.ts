// Field for a reader's own text or pairs to learn.
// Problems appear during typing; the task starts when the field loses the focus, or by its button.

import { createChoice } from '../../../lessons/exhibit-parts.ts';
import { fillText, h, isUnsaved, setAttribute, setText } from '../../../ui/dom.ts';
import { isOwn, readOwn } from './own.ts';
import type { Words } from '../../../words/en/training.ts';
import type { TrainingSettings } from '../../lab/state/training.ts';

type Settings = TrainingSettings;

const UNITS = ['letters', 'words'] as const;

/** @param actions.watch starts the training */
export function createOwnTask(
  words: Words,
  numbers: ReturnType<typeof import('../../lesson/numbers.ts').numbersOf>,
  {
    change,
    watch,
  }: {
    change: (part: Partial<Settings>) => void;
    watch: (part: Partial<Settings>) => void;
  },
) {
  const { own } = words;
  let shown: Settings | null = null;
  /** The last text that was parsed: a long text is not parsed in every drawing. */
  let told: readonly unknown[] = [];
  const name = h('span', null);
  const field = h('textarea', {
    rows: '6',
    dir: 'auto',
    lang: '',
    spellcheck: 'false',
    autocapitalize: 'off',
    oninput: tell,
    onchange: keep,
  });
  const unit = createChoice(
    own.unit,
    UNITS.map((one) => [one, own.units[one]]),
    (one) => change({ unit: one, ...draft() }),
  );
  const learn = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => canBeLearned() && watch(draft()) },
    own.learn,
  );
  const says = h('p', { class: 'training-own-says', role: 'status' });
  const element = h(
    'div',
    { class: 'training-own', hidden: true },
    h('label', { class: 'training-own-field' }, name, field),
    says,
    h('div', { class: 'training-own-row' }, unit.element, learn),
  );

  /** The field's text, as a part of the settings. */
  function draft(): Partial<Settings> {
    return shown?.task === 'pairs' ? { pairs: field.value } : { text: field.value };
  }

  function read() {
    return shown && isOwn(shown) ? readOwn({ ...shown, ...draft() }) : null;
  }

  function canBeLearned() {
    const found = read();
    return found !== null && !('problem' in found);
  }

  function keep() {
    if (!canBeLearned()) return;
    field.defaultValue = field.value;
    change(draft());
  }

  function tell() {
    const now = [shown?.task, shown?.unit, field.value];
    if (now.every((one, i) => one === told[i])) return;
    told = now;
    const found = read();
    if (!found || !shown) return;
    const wrong = 'problem' in found;
    const places = wrong ? found.places : { ...found.facts };
    const { task, unit: read_ } = shown;
    const text = wrong
      ? own.problems[found.problem]
      : task === 'text'
        ? own.textIs[read_]
        : found.facts.heldOut > 0
          ? own.pairsAre
          : own.fewPairsAre;
    setText(
      says,
      fillText(
        text,
        Object.fromEntries(
          Object.entries(places).map(([place, value]) => [place, numbers.whole(value)]),
        ),
      ),
    );
    setAttribute(says, 'data-problem', wrong ? '' : null);
    setAttribute(field, 'aria-invalid', wrong ? 'true' : null);
    learn.ariaDisabled = String(wrong);
  }

  return {
    element,
    update(settings: Settings) {
      const other = shown?.task !== settings.task;
      const { task } = settings;
      shown = settings;
      element.hidden = !isOwn(settings);
      if (task !== 'text' && task !== 'pairs') return;
      setText(name, own.fields[task]);
      unit.update(settings.unit);
      if (other || !isUnsaved(field)) field.value = field.defaultValue = settings[task];
      tell();
    },
  };
}
