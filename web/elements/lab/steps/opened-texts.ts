// Texts of an opened model's steps that differ from the usual.

import { sayText } from '../../../ui/text.ts';
import { shortText } from '../../../ui/format.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Answer } from '../answer/answer.ts';

/** @returns null: the usual text */
export function openedTexts(
  messages: Messages,
  step: string,
  { question, trace }: Answer,
): string | null {
  const { layer, scale, heads, source, causal, window } = question;
  const { norm, rotary, given } = source.block;
  if (!given) return null;
  switch (step) {
    case 'embedding':
      return layer > 0 ? sayText(deeper(messages, trace), { layer }) : messages.givenFirst;
    case 'inputNorm':
      return given.isRms ? messages.givenInputNorm : null;
    case 'projection': {
      const told = norm === 'pre' ? messages.stepProjectionNormed : messages.stepProjectionText;
      const count = heads / (trace?.key.shape[0] ?? heads);
      return count > 1 ? `${told} ${sayText(messages.givenShared, { count })}` : told;
    }
    case 'headNorm':
      return given.headNorm?.isRms === false ? messages.givenHeadNorm : null;
    case 'turned': {
      const { interleaved, dims = Infinity, factor = 1 } = rotary ?? {};
      const width = trace?.query.shape[2] ?? 0;
      return [
        interleaved ? messages.givenTurnedNeighbours : messages.stepTurnedText,
        ...(dims < width ? [sayText(messages.givenTurnedSome, { count: dims })] : []),
        ...(factor === 1
          ? []
          : [sayText(messages.givenTurnedFactor, { factor: shortText(factor, 4) })]),
      ].join(' ');
    }
    case 'scores':
      if (scale === undefined) return null;
      return scale === 1
        ? messages.givenUnscaled
        : sayText(messages.givenScale, { scale: shortText(scale, 4) });
    case 'masked':
      return [
        ...(given.softcap ? [sayText(messages.givenCapped, { cap: given.softcap })] : []),
        ...(given.addsDistance ? [messages.givenDistance] : []),
        causal || window ? messages.stepMaskedText : messages.givenNoMask,
      ].join(' ');
    case 'output':
      return given.endsEarly ? messages.givenEnds : null;
    case 'norm':
      return given.isRms ? messages.givenNormAfter : messages.stepNormLearned;
    default:
      return null;
  }
}

/** The text about the output of the layer below, where its parts are known and where they are not. */
function deeper(messages: Messages, trace: Answer['trace']) {
  const { stages, below } = trace?.made ?? {};
  if (!stages || !below) return messages.givenDeeper;
  if (stages.entered) return messages.givenAdded;
  return stages.mlpSum ? messages.stepEmbeddingNormed : messages.stepEmbeddingDeeper;
}
