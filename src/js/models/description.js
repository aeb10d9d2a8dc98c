// What a model is made of, as data: the table from a config.json to this is families/. Names are those of the file's
// tensors, without the prefix that all of them share. Types only.

/**
 * A tensor of the file, or a part of it.
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {[first: number, end: number] | readonly number[]} [rows] of its first axis; two numbers are a range
 * @property {boolean} [transposed] stored as (in, out)
 * @property {number} [plus] added to every number: of norms that are stored as their difference from 1
 *
 * @typedef {string | Part} Ref
 *
 * @typedef {object} Linear y = x W^T + b
 * @property {Ref} weight (out, in)
 * @property {Ref | null} bias (out)
 *
 * @typedef {object} Norm
 * @property {'layer' | 'rms'} form
 * @property {Ref | null} gain (width)
 * @property {Ref | null} shift (width)
 * @property {number} epsilon
 *
 * @typedef {(typeof import('../transformer/activations.js').ACTIVATIONS)[number]} Activation
 *
 * @typedef {object} Rotary
 * @property {(length: number) => { frequencies: Float64Array, factor: number }} of for a text of this many tokens
 * @property {(from: number, to: number) => boolean} [changes] whether a text that grew has other frequencies
 * @property {number} [longest] tokens that they are scaled for
 * @property {number} dims the first of a head, that are turned
 * @property {boolean} interleaved
 *
 * @typedef {object} RelativeBias T5's addend of a score, by the distance from query to key
 * @property {Ref} table (buckets, heads)
 * @property {number} buckets
 * @property {number} farthest
 * @property {boolean} bothWays
 *
 * @typedef {object} AttentionPart
 * @property {Linear} query
 * @property {Linear} key
 * @property {Linear} value
 * @property {Linear} output
 * @property {number} numHeads
 * @property {number} numKvHeads
 * @property {number} headDim
 * @property {number} scale
 * @property {boolean} causal
 * @property {number} [softcap]
 * @property {{ left?: number, right?: number }} [window]
 * @property {Rotary | null} [rotary]
 * @property {readonly number[] | null} [slopes] ALiBi: adds slope (j - i), with both ways -slope |j - i|
 * @property {boolean} [bothWays] of slopes
 * @property {(slope: number, key: number) => number} [biasOf] the addend instead, where it is rounded on the way
 * @property {RelativeBias | null} [relative]
 * @property {Norm | null} [queryNorm] before the turn, over a head or the whole width, as its gain is long
 * @property {Norm | null} [keyNorm]
 * @property {number} [clip] of queries, keys and values
 *
 * @typedef {object} Mlp
 * @property {Linear} up
 * @property {Linear | null} gate active, and then times what `up` gives; null: `up` is active
 * @property {Linear} down
 * @property {number} [inner] width between them, where the config says it
 * @property {Activation} activation
 *
 * @typedef {object} Sublayer x = after(x + inside(part(before(x))))
 * @property {Norm | null} before
 * @property {Norm | null} inside
 * @property {Norm | null} after
 * @property {Ref | null} [layerScale] (width): times what the part gives
 * @property {boolean} [keepsNormed] what is added to is what `before` gives
 *
 * @typedef {object} Block
 * @property {AttentionPart} attention
 * @property {Sublayer} around of attention
 * @property {AttentionPart | null} [cross]
 * @property {Sublayer} [aroundCross]
 * @property {Mlp | null} mlp null: attention only
 * @property {Sublayer} [aroundMlp] of the MLP
 * @property {boolean} [parallel] attention and MLP take the same x
 *
 * @typedef {object} Embedding
 * @property {Ref | null} tokens (vocabSize, width); null for pixels
 * @property {number} [scale]
 * @property {{ table: Ref, offset: number } | { sinusoidal: 'halves' | 'pairs' } | null} [positions] sinusoidal: sines before
 *   cosines, or each sine with its cosine
 * @property {Ref | null} [types]
 * @property {Norm | null} [norm]
 * @property {Linear | null} [projection] to the width of the blocks
 * @property {boolean} [projectsFirst] before positions are added
 * @property {Patches | null} [patches]
 *
 * @typedef {object} Patches
 * @property {Linear} projection of a patch's (channels, size, size) numbers
 * @property {number} height of a patch
 * @property {number} width
 * @property {number} down patches of an image that the positions are for
 * @property {number} across
 * @property {readonly Ref[]} first tokens before the patches
 * @property {Registers | null} registers between those and the patches
 * @property {Ref} positions (first and patches, width); resized for other images
 * @property {boolean} isSmoothed whether they are, too, where an image has fewer patches
 *
 * @typedef {object} Registers tokens that have no positions
 * @property {Ref} table (count, width)
 * @property {number} count
 *
 * @typedef {object} Stack
 * @property {Embedding} embedding
 * @property {readonly Block[]} blocks
 * @property {Norm | null} finalNorm
 *
 * @typedef {{ linear: Linear } | { activation: Activation } | { norm: Norm } | { scale: number } | { softcap: number }
 *   | { average: readonly Linear[] } | PoolStep | RowStep | { normalize: 'length' } | { width: number }} HeadStep
 *   average: of what each map makes of the token at its place; normalize: to length 1; width: so many of the first numbers of
 *   one row
 *
 * @typedef {object} PoolStep one row of all
 * @property {readonly Pool[]} pool several stand beside each other
 * @property {number} [except] rows behind the first that 'mean of the others' leaves out
 *
 * @typedef {'first' | 'last' | 'mean' | 'max' | 'weighted mean' | 'root mean' | 'mean of the others'} Pool weighted mean: by
 *   1, 2, 3 ...; root mean: the sum over the root of the number of tokens; mean of the others: without the first
 *
 * @typedef {object} RowStep one row of all
 * @property {'last' | 'end'} row last: of the last token that is not `id`; end: where the encoder's text has its last `id`
 * @property {number | null} id null: no token is padding
 *
 * @typedef {object} Head
 * @property {'tokens' | 'classes' | 'labels'} kind labels: classes of each token
 * @property {readonly HeadStep[]} steps
 * @property {readonly string[]} [names] of classes or labels that the config does not name
 *
 * @typedef {readonly [name: string, as: string]} Tie
 *
 * @typedef {object} Description
 * @property {'encoder' | 'decoder' | 'encoder-decoder' | 'vision'} kind
 * @property {string} anchor a tensor that every such file has; what stands before it is the prefix
 * @property {Stack} stack of a decoder, where there are two
 * @property {Stack | null} [encoder]
 * @property {Head | null} head
 * @property {string} [headless] why there is none
 * @property {Head | null} [vector] how one vector is made of a text
 * @property {readonly Tie[]} [ties] one tensor under two names, where the file has only one of them
 * @property {number} vocabSize
 * @property {number} [encoderVocabSize] where it is another
 * @property {number} contextLen
 * @property {number} embedDim
 */

export {};
