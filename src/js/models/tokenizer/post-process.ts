// The post-processors of a tokenizer.json: they add special tokens around one text or two, and set the type of each token.

import { HeadwiseError } from '../../arguments/errors.ts';
import { wrongField } from './schema.ts';
import type { Piece } from './added-tokens.ts';

/** A part of the result: a special token, or all pieces of a text. */
type Slot = { token: string; id: number; type: number } | { text: 0 | 1; type: number };

/** @param rules of tokenizer.json, checked */
export function slotsOf(rules: any, pair: boolean): Slot[] {
  const plain: Slot[] = [{ text: 0, type: 0 }, ...(pair ? [{ text: 1, type: 1 } as Slot] : [])];
  const inner = templatesIn(rules);
  if (inner.length > 1) {
    const text = 'tokenizer.json: post_processor: a Sequence of several templates is not known';
    throw new HeadwiseError('unsupported', text);
  }
  if (inner.length === 0) return plain;
  const [template] = inner;
  if (template.type !== 'TemplateProcessing') {
    return around(template, pair, template.type === 'RobertaProcessing');
  }
  return template[pair ? 'pair' : 'single'].flatMap((item: any) => fromTemplate(template, item));
}

/** The processors that add tokens around texts. */
function templatesIn(rules: any): any[] {
  if (rules === null || rules.type === 'ByteLevel') return [];
  return rules.type === 'Sequence' ? rules.processors.flatMap(templatesIn) : [rules];
}

/** How ByteLevel removes spaces from the ranges of tokens, in the order of the processors. */
export function trimsOf(rules: any): { prefix: boolean }[] {
  if (rules?.type === 'Sequence') {
    const { processors } = rules;
    const first = processors.findIndex((each: any) => templatesIn(each).length > 0);
    const late = processors.slice(first + 1).flatMap(trimsOf);
    if (first >= 0 && late.length > 0) {
      const text =
        'tokenizer.json: post_processor: ByteLevel with trim_offsets after a template is not known';
      throw new HeadwiseError('unsupported', text);
    }
    return processors.flatMap(trimsOf);
  }
  const trims = rules?.type === 'ByteLevel' || rules?.type === 'RobertaProcessing';
  return trims && rules.trim_offsets ? [{ prefix: rules.add_prefix_space }] : [];
}

function fromTemplate(config: any, item: any): Slot[] {
  if (item.Sequence)
    return [{ text: item.Sequence.id === 'A' ? 0 : 1, type: item.Sequence.type_id }];
  const { id, type_id: type } = item.SpecialToken;
  const found = config.special_tokens.get(id);
  if (!found || found.ids.length !== found.tokens.length) {
    const path = `post_processor.special_tokens[${JSON.stringify(id)}]`;
    throw wrongField(path, 'as many ids as tokens', found && `${found.ids.length} and ${found.tokens.length}`); // prettier-ignore
  }
  const { ids, tokens } = found;
  return ids.map((each: number, i: number) => ({
    token: tokens[i],
    id: each,
    type,
  }));
}

/** BERT: `[CLS] A [SEP] B [SEP]`; RoBERTa: `<s> A </s></s> B </s>`, all of one type. */
function around({ cls, sep }: any, pair: boolean, isRoberta: boolean): Slot[] {
  const second = isRoberta ? 0 : 1;
  const end = (type: number) => ({ token: sep[0], id: sep[1], type });
  const slots: Slot[] = [{ token: cls[0], id: cls[1], type: 0 }, { text: 0, type: 0 }, end(0)];
  if (!pair) return slots;
  if (isRoberta) slots.push(end(0));
  return [...slots, { text: 1, type: second }, end(second)];
}

/**
 * ByteLevel's trim_offsets: the ranges of tokens exclude spaces, except a space that was added before the text.
 */
export function trimmed(
  { token, matched = token, begin, end }: Piece,
  first: boolean,
  trims: readonly { prefix: boolean }[],
) {
  if (trims.length === 0) return [begin, end];
  const [leading, trailing] = [/^[\u0120\p{White_Space}]*/u, /[\u0120\p{White_Space}]*$/u].map(
    (pattern) => pattern.exec(matched)?.[0].length ?? 0,
  );
  for (const { prefix } of trims) {
    const isAdded = (first || begin === 0) && prefix && leading === 1;
    begin = Math.min(begin + (isAdded ? 0 : leading), end);
    if (trailing > 0 && end >= trailing) end = Math.max(end - trailing, begin);
  }
  return [begin, end];
}
