// Differences between frameworks' attention: the behaviour of each, and the options of headwise for it. Data and prose;
// computes nothing. Every line is tested against the framework's own results.

/** Topics on which frameworks differ. */
export type SemanticsTopic =
  'booleanMask' | 'emptyRow' | 'causal' | 'softcap' | 'headGroups' | 'maps';

export interface SemanticsQuestion {
  question: string;
  /** the default of headwise */
  headwise: string;
}

export interface SemanticsLine {
  /** the framework's behaviour */
  does: string;
  /**
   * Options with which headwise behaves the same, as JavaScript; names in it are the framework's own arguments, as tensors.
   * Null if the framework has no such feature.
   */
  options: string | null;
}

export interface FrameworkSemantics {
  framework: string;
  /** the tested version */
  version: string;
  /** the call of headwise, as JavaScript; `options` are a line's */
  call: string;
  lines: Record<SemanticsTopic, SemanticsLine>;
}

export interface Semantics {
  topics: Record<SemanticsTopic, SemanticsQuestion>;
  frameworks: FrameworkSemantics[];
}

const line = (does: string, options: string | null = null): SemanticsLine => ({ does, options });

const addWhereMasked = (mask: string, amount: string) =>
  `{ mask: { bias: { ...${mask}, data: Float32Array.from(${mask}.data, (may) => (may ? 0 : ${amount})) } } }`;

const FORWARD = 'layer.forward(query, key, value, options)';
const FUNCTION = 'headwise.scaledDotProductAttention(query, key, value, options)';
const NONE = 'There is none.';
const GROUPS = 'floor(h / (H / Hkv))';

const TOPICS: Semantics['topics'] = {
  booleanMask: {
    question: 'What does true mean in a boolean mask?',
    headwise: 'What its key says: { attend } or { ignore }.',
  },
  emptyRow: {
    question: 'What is the result for a query that may attend to nothing?',
    headwise: 'Zeros, never NaN; a layer then gives the bias of its output.',
  },
  causal: {
    question: 'Up to which key may query i look, if lengths differ?',
    headwise:
      "o + i, where o is the length of the past (causal: true), S - L ('bottom-right') or keyLengths[b] - L ('by-length').",
  },
  softcap: {
    question: 'When are scores capped?',
    headwise: 'After scale, before positions, biases and masks.',
  },
  headGroups: {
    question: 'Which key head does query head h read?',
    headwise: `${GROUPS}.`,
  },
  maps: {
    question: 'Which maps are returned?',
    headwise: 'If asked for: one per head, after the softmax. trace has those before it.',
  },
};

const FRAMEWORKS: FrameworkSemantics[] = [
  {
    framework: 'torch.nn.MultiheadAttention',
    version: 'torch 2.15.0',
    call: FORWARD,
    lines: {
      booleanMask: line(
        'May not attend, in key_padding_mask too.',
        '{ mask: { ignore: attn_mask } }',
      ),
      emptyRow: line(
        'NaN with need_weights, and in the fast path of inference; else zeros.',
        '{ mask: { ignore: attn_mask } }',
      ),
      causal: line(
        'attn_mask decides, usually up to i (top left); is_causal is a hint beside it.',
        '{ causal: true }',
      ),
      softcap: line(NONE),
      headGroups: line('h: each has its own.', '{}'),
      maps: line(
        'Their mean over heads, after the softmax and dropout.',
        '{ attention: true, averageHeads: true }',
      ),
    },
  },
  {
    framework: 'torch.nn.functional.scaled_dot_product_attention',
    version: 'torch 2.15.0',
    call: FUNCTION,
    lines: {
      booleanMask: line('May attend.', '{ mask: { attend: attn_mask } }'),
      emptyRow: line('Zeros.', '{ mask: { attend: attn_mask } }'),
      causal: line('i (top left). A mask beside is_causal is refused.', '{ causal: true }'),
      softcap: line(NONE),
      headGroups: line(`${GROUPS}, with enable_gqa.`, '{}'),
      maps: line('None.', '{ attention: true }'),
    },
  },
  {
    framework: 'keras.layers.MultiHeadAttention',
    version: 'keras 3.15.1 on JAX',
    call: FORWARD,
    lines: {
      booleanMask: line(
        'May attend. (B, L, S): here it needs an axis for the heads.',
        '{ mask: { attend: attention_mask } }',
      ),
      emptyRow: line(
        'Zeros with return_attention_scores; else as the backend has it, on JAX the mean of all values.',
        '{ mask: { attend: attention_mask } }',
      ),
      causal: line('i (top left).', '{ causal: true }'),
      softcap: line(NONE),
      headGroups: line(`${GROUPS}, in GroupQueryAttention.`, '{}'),
      maps: line('One per head, after the softmax, before dropout.', '{ attention: true }'),
    },
  },
  {
    framework: 'flax.nnx.MultiHeadAttention',
    version: 'flax 0.12.8',
    call: FORWARD,
    lines: {
      booleanMask: line('May attend.', '{ mask: { attend: mask } }'),
      emptyRow: line('The mean of all values.', addWhereMasked('mask', '-3.4028235e38')),
      causal: line("i (top left); in linen as the user's mask has it.", '{ causal: true }'),
      softcap: line(NONE),
      headGroups: line(`${GROUPS}, with num_kv_heads.`, '{}'),
      maps: line(
        'One per head, after the softmax, before dropout, by sow_weights.',
        '{ attention: true }',
      ),
    },
  },
  {
    framework: 'ONNX Attention',
    version: 'onnx 1.23.2, opset 25',
    call: FUNCTION,
    lines: {
      booleanMask: line('May attend.', '{ mask: { attend: attn_mask } }'),
      emptyRow: line('Zeros.', '{ mask: { attend: attn_mask } }'),
      causal: line(
        'nonpad_kv_seqlen - L + i; without that, the length of the past + i, as causal: true.',
        "{ causal: 'by-length', keyLengths: nonpad_kv_seqlen.data }",
      ),
      softcap: line('After scale, before masks.', '{ softcap: 2, mask: { bias: attn_mask } }'),
      headGroups: line(`${GROUPS}.`, '{}'),
      maps: line(
        'One per head: scores, softcapped, masked or attention, by qk_matmul_output_mode.',
        '{ trace: true, softcap: 2, mask: { bias: attn_mask } }',
      ),
    },
  },
  {
    framework: 'onnxruntime MultiHeadAttention, GroupQueryAttention',
    version: 'onnxruntime 1.31.1 on CPU',
    call: FUNCTION,
    lines: {
      booleanMask: line(
        '1: may attend, in key_padding_mask.',
        '{ mask: { attend: key_padding_mask } }',
      ),
      emptyRow: line(
        'As if every key were allowed, but coarser: a mask adds -10000.',
        addWhereMasked('key_padding_mask', '-10000'),
      ),
      causal: line(
        'The length of the past + i, but the last query sees all keys: right only with as many new keys as queries.',
        '{ causal: true }',
      ),
      softcap: line(
        'After scale, before masks, in GroupQueryAttention.',
        '{ causal: true, softcap: 2 }',
      ),
      headGroups: line(`${GROUPS}, in GroupQueryAttention.`, '{ causal: true }'),
      maps: line('One per head, before the softmax, masks added.', '{ trace: true }'),
    },
  },
];

/**
 * The topics on which frameworks differ, the behaviour of each framework, and the options of headwise for it.
 *
 * @returns a new object on every call
 *
 * @example
 * const { topics, frameworks } = describeSemantics();
 * topics.emptyRow.question; // 'What is the result for a query that may attend to nothing?'
 * const torch = frameworks[0];
 * torch.lines.booleanMask.options; // '{ mask: { ignore: attn_mask } }'
 */
export function describeSemantics(): Semantics {
  return structuredClone({ topics: TOPICS, frameworks: FRAMEWORKS });
}
