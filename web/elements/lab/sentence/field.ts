// Text field for a sentence, always editable, with its token chips below.

import { TEXT_LIMIT } from '../state/limits.ts';
import { createMemo } from '../../../ui/memo.ts';
import { button } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { arcsView, placesOf } from './arcs.ts';
import { createChipRow } from './chips.ts';
import type { Arc } from './arcs.ts';
import type { ChipEvents, ChipMarks } from './chips.ts';
import type { Token } from '../answer/tokenizer.ts';

export interface FieldEvents extends Omit<ChipEvents, 'onFocus'> {
  onType: (text: string) => void;
  /** called when the button is pressed */
  onOther: () => void;
}

export interface FieldWords {
  placeholder: string;
  tokens: string;
  /** text of the button beside the label */
  other: string;
  /** text of the button that shows all of a long text, with {count} */
  all: string;
  /** its text when the field is open */
  fewer: string;
}

/** a sentence in a frame */
export interface Sentence {
  label: string;
  text: string;
  tokens: readonly Token[];
  hidden: boolean;
  /** whether the button beside the label is shown */
  hasOther: boolean;
  marks: ChipMarks | null;
  /** arcs over the tokens; null: no room for them */
  arcs: readonly Arc[] | null;
}

/** More tokens than this are set smaller, so that the maps stay on the screen. */
const LONG = 48;

/** New chips in one frame: a browser takes about 0.1 ms to lay one out. */
const NEW_IN_A_FRAME = 64;

export function createField(
  label: string,
  isLocked: boolean,
  words: FieldWords,
  { onType, onOther, onPreview, onLock }: FieldEvents,
) {
  let sentence: Sentence = {
    label,
    text: '',
    tokens: [],
    hidden: false,
    hasOther: true,
    marks: null,
    arcs: null,
  };
  /** the tops of the chips, measured when the words or their room have changed */
  let places: ReturnType<typeof placesOf> = [];
  const measured = createMemo<void>();
  let measuring = 0;
  /** chips that are shown; of a long text, more with every frame */
  let count = 0;
  /** the chip that receives the Tab key */
  let stop = 0;
  /** a long text has a window of a few lines, or its full height */
  let isWhole = false;
  let hasMore = false;
  let input: HTMLTextAreaElement;
  /** position of the caret after a word was inserted */
  let caret: number | null = null;
  /** whether the reader has been in the field and set its caret */
  let visited = false;
  const chipRow = createChipRow(words.tokens, {
    onPreview,
    onLock,
    onFocus: (index) => (stop = index),
  });

  function view() {
    const { label, tokens, hidden, hasOther, marks, arcs } = sentence;
    const hasArcs = arcs !== null && tokens.length <= LONG;
    const place = {
      count,
      stop: stop < count ? stop : 0,
      dir: input?.matches(':dir(rtl)') ? 'rtl' : 'ltr',
    };
    return html`<div
      class="field"
      hidden=${hidden}
      data-long=${tokens.length > LONG}
      data-whole=${isWhole}
      data-arcs=${hasArcs}
    >
      <label>
        <span class="field-label">${label}</span>
        <textarea
          rows="1"
          dir="auto"
          lang=""
          maxlength=${TEXT_LIMIT}
          spellcheck="false"
          autocomplete="off"
          autocapitalize="off"
          placeholder=${words.placeholder}
          .readOnly=${isLocked}
          ref=${(element: HTMLTextAreaElement) => (input = element)}
          @focus=${() => (visited = true)}
          @input=${() => {
            onType(input.value);
            fit();
          }}
        ></textarea>
      </label>
      ${chipRow(tokens, place, marks, hasArcs && arcsView(arcs, places))}
      <div class="field-more" hidden=${!hasMore}>
        ${button(isWhole ? words.fewer : sayText(words.all, { count: tokens.length }), () => showWhole(!isWhole), { look: 'link', expanded: isWhole })}
      </div>
      <div class="field-side">
        ${button(words.other, onOther, { look: 'quiet', hidden: !hasOther })}
      </div>
    </div>`;
  }

  const root = createRoot(view());
  const chips = root.element.querySelector('.chips')!;

  function showWhole(is: boolean) {
    isWhole = is;
    root.render(view());
    hasMore = is || isCut();
    root.render(view());
  }

  /** Whether rows of chips are out of sight; a pixel of rounding is none. */
  const isCut = () => chips.scrollHeight > chips.clientHeight + 1;

  /**
   * Fits the height to the text, up to a limit in the style sheet; some browsers do it by
   * themselves.
   */
  function fit() {
    if (CSS.supports('field-sizing', 'content')) return;
    input.style.height = 'auto';
    input.style.height = `${input.scrollHeight}px`;
  }

  /** Measures the chips, and whether all are in sight, once the browser has laid them out. */
  function measure() {
    cancelAnimationFrame(measuring);
    measuring = requestAnimationFrame(() => {
      if (sentence.arcs) places = placesOf(chips);
      hasMore = isWhole || isCut();
      root.render(view());
    });
  }

  return {
    element: root.element,
    fit,
    focus: () => input.focus(),
    select: () => input.select(),

    /**
     * @param width of the room
     * @param atOnce show all chips now
     * @returns whether all tokens are shown: a long text needs several calls, unless `atOnce`
     */
    update(next: Sentence, width: number, atOnce: boolean) {
      const { text, tokens } = next;
      const isOther = input.value !== text;
      if (isOther) {
        // undo in the field must not restore text that was not typed there
        input.value = input.defaultValue = text;
        if (caret !== null) input.setSelectionRange(caret, caret);
        caret = null;
      }
      const isNew = tokens !== sentence.tokens || count < tokens.length;
      sentence = next;
      count = Math.min(tokens.length, atOnce ? tokens.length : count + NEW_IN_A_FRAME);
      root.render(view());
      measured([tokens, count, width, isWhole, next.arcs === null], measure);
      if (isOther) fit();
      const isLong = tokens.length > LONG;
      if (isNew && (isLong || hasMore)) showWhole(isWhole && isLong);
      return count === tokens.length;
    },

    /** The text with a word at the caret, or in place of the selection. */
    inserted(word: string) {
      if (input.readOnly) return input.value;
      const { value, selectionStart, selectionEnd } = input;
      const end = value.replace(/[^\p{L}\p{N}]+$/u, '').length;
      const [from, to] = visited ? [selectionStart, selectionEnd] : [end, end];
      visited = true;
      const text = withWord(value, from, to, word);
      caret = text.caret;
      return text.value;
    },
  };
}

/**
 * @param from offset where the word begins
 * @param to offset where the text continues
 */
function withWord(value: string, from: number, to: number, word: string) {
  const before = value.slice(0, from);
  const after = value.slice(to);
  const isSign = !/[\p{L}\p{N}]/u.test(word);
  const left = isSign || !/\S$/.test(before) ? '' : ' ';
  const right = /^[\p{L}\p{N}]/u.test(after) ? ' ' : '';
  const caret = from + left.length + word.length;
  return { value: before + left + word + right + after, caret };
}
