// The tokens of a text, as the model reads them.
// Tokens of one word are joined; the prediction is shown for the chosen token.

import { h, ownWords, rove, setAttribute } from '../../ui/dom.ts';
import type { Reading } from './worker-messages.ts';
import type { Written } from './session.ts';

/**
 * The name of each token: its text in the input, or its own name.
 *
 * @param texts one, or two
 */
export function namesOf(
  { ids, tokens, spans, sentences }: Reading,
  texts: readonly (string | undefined)[],
): string[] {
  return ids.map((id, i) => {
    const [start, end] = spans?.[i] ?? [0, 0];
    const own = texts[sentences?.[i] ?? 0]?.slice(start, end).trim();
    return own || tokens?.[i] || String(id);
  });
}

/** The initially chosen token: a mask, otherwise the last token. */
export function placeOf({ ids, tokens }: Reading) {
  const masked = tokens?.findIndex((token) => /^(\[MASK\]|<mask>)$/.test(token)) ?? -1;
  return masked >= 0 ? masked : ids.length - 1;
}

/** A token with its spaces and line breaks visible. */
export function visible(name: string) {
  const text = name.replaceAll('\n', '⏎').replaceAll('\t', '⇥');
  return text.trim() === '' ? text.replaceAll(' ', '␣') : text.trim();
}

/** @param options.onChoose null: tokens cannot be chosen */
export function createInputTokens({
  label,
  onChoose,
}: {
  label: string;
  onChoose: ((position: number) => void) | null;
}) {
  const element = h('div', { class: 'models-pieces', role: 'group', 'aria-label': label });
  rove(element);
  let shown = '';

  function pieceOf(name: string, i: number, look: Record<string, unknown>, id?: number) {
    const properties = {
      type: 'button',
      class: 'models-piece',
      onclick: onChoose && (() => onChoose(i)),
      ...look,
    };
    const number = id === undefined || name === String(id) ? null : String(id);
    return h(
      'button',
      properties,
      ownWords(visible(name)),
      number && h('span', { class: 'models-id' }, number),
    );
  }

  const writtenPiece = ({ id, name }: Written, i: number) =>
    pieceOf(name, i, { 'data-written': true }, id);

  return {
    element,
    /** @param written tokens that the model wrote after them */
    show(
      { ids, words }: Pick<Reading, 'ids' | 'words'>,
      names: readonly string[],
      written: readonly Written[],
    ) {
      const next = JSON.stringify([names, written]);
      if (next === shown) return;
      shown = next;
      const held = element.contains(document.activeElement);
      const joins = (i: number) =>
        i > 0 && words !== undefined && words[i] >= 0 && words[i] === words[i - 1];
      element.replaceChildren(
        ...names.map((name, i) => pieceOf(name, i, { 'data-joins': joins(i) }, ids[i])),
        ...written.map((one, i) => writtenPiece(one, names.length + i)),
      );
      if (held) (element.lastElementChild as HTMLElement | null)?.focus();
    },
    /** Adds a token that the model wrote. */
    add(one: Written) {
      shown = '';
      element.append(writtenPiece(one, element.childElementCount));
      element.scrollTop = element.scrollHeight;
    },
    choose(position: number | null) {
      for (const [i, piece] of [...element.children].entries()) {
        setAttribute(piece, 'aria-pressed', String(i === position));
        setAttribute(piece, 'tabindex', i === (position ?? 0) ? '0' : '-1');
      }
    },
  };
}
