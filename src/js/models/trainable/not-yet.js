// What a transformer has no backward for as yet.

/** @import { TransformerConfig } from '../../types/training.js' */

const ACTIVATIONS = ['relu', 'gelu', 'gelu-tanh'];
const NORMS = ['none', 'pre', 'post'];

/**
 * @param {Record<string, any>} all
 * @returns {{ config: TransformerConfig, missing: string[] }}
 */
export function withoutDefaults(all) {
  const { numKvHeads, normType, gated, window, softcap, scale, queryKeyNorm, ...config } = all;
  const { positions, norm, activation, bias } = config;
  /** @type {[boolean, string][]} */
  const found = [
    [numKvHeads !== config.numHeads, 'key heads that queries share'],
    [normType === 'rms', 'RMS norms'],
    [Boolean(gated), 'gated MLPs'],
    [Boolean(window), 'windows'],
    [Boolean(softcap), 'softcaps'],
    [Boolean(scale), 'a scale of its own'],
    [Boolean(queryKeyNorm), 'norms of queries and keys'],
    [positions.type === 'rotary', 'rotary positions by given frequencies'],
    [positions.type === 'alibi', 'ALiBi'],
    [!NORMS.includes(norm), 'norms of what a part gives'],
    [Boolean(activation) && !ACTIVATIONS.includes(activation), `the activation ${activation}`],
    [typeof bias === 'object', 'biases in some maps alone'],
  ];
  const missing = found.flatMap(([is, what]) => (is ? [what] : []));
  return { config: /** @type {TransformerConfig} */ (config), missing };
}
