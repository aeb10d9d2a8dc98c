// The post-processors of a tokenizer.json: which special tokens stand around one text or two, and whose type each token has.

import { HeadwiseError } from '../../arguments/errors.js';

/**
 * A place in the result: a special token, or all pieces of a text.
 *
 * @typedef {{ token: string, id: number, type: number } | { text: 0 | 1, type: number }} Slot
 */

/**
 * @param {any} config of tokenizer.json
 * @param {boolean} pair
 * @returns {Slot[]}
 */
export function slotsOf(config, pair) {
  /** @type {Slot[]} */
  const plain = [
    { text: 0, type: 0 },
    ...(pair ? [/** @type {Slot} */ ({ text: 1, type: 1 })] : []),
  ];
  switch (config?.type) {
    case undefined:
    case 'ByteLevel':
      return plain;
    case 'Sequence': {
      const around = config.processors.filter(
        (/** @type {any} */ each) => each.type !== 'ByteLevel',
      );
      if (around.length > 1) throw unknown('Sequence of several templates');
      return slotsOf(around[0], pair);
    }
    case 'TemplateProcessing':
      return config[pair ? 'pair' : 'single'].flatMap((/** @type {any} */ item) =>
        fromTemplate(config, item),
      );
    case 'BertProcessing':
    case 'RobertaProcessing':
      return around(config, pair, config.type === 'RobertaProcessing');
    default:
      throw unknown(config.type);
  }
}

/**
 * @param {any} config
 * @param {any} item
 * @returns {Slot[]}
 */
function fromTemplate(config, item) {
  if (item.Sequence)
    return [{ text: item.Sequence.id === 'A' ? 0 : 1, type: item.Sequence.type_id }];
  const { id, type_id: type } = item.SpecialToken;
  const { ids, tokens } = config.special_tokens[id];
  return ids.map((/** @type {number} */ each, /** @type {number} */ i) => ({
    token: tokens[i],
    id: each,
    type,
  }));
}

/**
 * BERT: `[CLS] A [SEP] B [SEP]`; RoBERTa: `<s> A </s></s> B </s>`, all of one type.
 *
 * @param {any} config
 * @param {boolean} pair
 * @param {boolean} isRoberta
 * @returns {Slot[]}
 */
function around({ cls, sep }, pair, isRoberta) {
  const second = isRoberta ? 0 : 1;
  const end = (/** @type {number} */ type) => ({ token: sep[0], id: sep[1], type });
  /** @type {Slot[]} */
  const slots = [{ token: cls[0], id: cls[1], type: 0 }, { text: 0, type: 0 }, end(0)];
  if (!pair) return slots;
  if (isRoberta) slots.push(end(0));
  return [...slots, { text: 1, type: second }, end(second)];
}

/** @param {unknown} type */
function unknown(type) {
  return new HeadwiseError('unsupported', `tokenizer: post-processor ${String(type)} is not known`);
}
