// Names of parts and words in the view of causes.

import { sayText } from '../../../ui/text.ts';
import { axesOf, visible } from '../tokens.ts';
import type { Messages } from '../../../words/en/causes.ts';
import type { Part } from './messages.ts';
import type { Asked } from './state.ts';

/** Numbers of layers and heads from 1, for readers. */
export function partName({ kind, layer = 0, head = 0, ...part }: Part, messages: Messages) {
  const at = { layer: layer + 1, head: head + 1 };
  const isCross = 'attention' in part && part.attention === 'cross';
  switch (kind) {
    case 'token':
      return messages.partToken;
    case 'position':
      return messages.partPosition;
    case 'type':
      return messages.partType;
    case 'head':
      return sayText(isCross ? messages.partCross : messages.partHead, at);
    case 'attentionBias':
      return sayText(messages.partAttentionBias, at);
    case 'mlp':
      return sayText(messages.partMlp, at);
    case 'bias':
      return messages.partBias;
    case 'relative':
      return messages.partRelative;
    case 'layer':
      return sayText(messages.partLayer, at);
  }
}

/** A word in the quotation marks of the language. */
export const quoted = (name: string, { quote }: Messages) =>
  sayText(quote, { word: visible(name) });

/** The tokens of the text, the decoder's where there are two. */
export const tokensOf = ({ read, kind }: Asked) => axesOf(read, kind).decoder.map(visible);
