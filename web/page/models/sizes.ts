// Formats the sizes of an open model in words.

import { shortText } from '../../ui/format.ts';
import { sayText } from '../../ui/text.ts';
import type { Opened } from './worker-messages.ts';
import type { Messages } from '../../words/en/models.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];
const STEP = 1000;
const PERCENT = 100;

export function bytesText(bytes: number) {
  let unit = 0;
  let size = bytes;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit++;
  }
  return `${shortText(size, unit === 0 || size >= 10 ? 0 : 1)} ${UNITS[unit]}`;
}

export function shareText(share: number) {
  return `${shortText(PERCENT * share, 1)} %`;
}

/** The description of an open model. */
export function sizesText({ architecture, kind, config, report }: Opened, messages: Messages) {
  const kinds = {
    encoder: messages.kindEncoder,
    decoder: messages.kindDecoder,
    'encoder-decoder': messages.kindEncoderDecoder,
    vision: messages.kindVision,
  };
  const sizes = sayText(messages.sizes, {
    architecture: architecture === 'headwise' ? messages.headwiseModel : architecture,
    kind: kinds[kind],
    layers: sayText(messages.layers, { count: config.numLayers }),
    heads: sayText(messages.heads, { count: config.numHeads }),
    width: config.embedDim,
    size: bytesText(report.bytes),
  });
  const unused = report.unused.length;
  if (unused === 0) return sizes;
  return `${sizes}; ${sayText(messages.unused, { count: unused })}`;
}
