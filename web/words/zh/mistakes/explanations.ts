// Explanations of mistakes and their fixes, in simplified Chinese.
// The key is the mistake's name, or name and form where a form has its own text.

import type { MistakeWords } from '../../mistakes.ts';

const PERMUTE_HEADS =
  '{detail} 从 (B, L, H·E) 直接 reshape 成 (B, H, L, E)，词元和头就混在一起了。先切分，再交换轴：x.view(B, L, H, E).transpose(1, 2)。';
const CHECK_ORDER =
  '查询、键和值依次是用 {detail} 算出来的。检查权重的顺序，或合并的结果切分后各部分的顺序：q, k, v = qkv.chunk(3, dim=-1)。';
const SWAPPED_INPUTS =
  '两个输入互换了：{detail}。顺序是查询、键、值：用查询去问，拿键来比，传递的是值。';

export const explanations: MistakeWords['explanations'] = {
  'batch and length swapped: in the input':
    '{detail}的批次轴和长度轴互换了：词元看的是其他序列的同一位置。输入为 (B, L, D) 时，torch.nn.MultiheadAttention 需要 batch_first=True。',
  'batch and length swapped: in the output':
    '{detail}的批次轴和长度轴互换了：现在是 (L, B, D)。请提交 (B, L, D)：output.transpose(0, 1)，或 batch_first=True。',
  'maps transposed':
    '提交的注意力图以键为行；输出是对的。行应当是查询：提交 attention，而不是 attention.transpose(-2, -1)。',
  'wrong input':
    '被投影的是{detail}。查询来自 query，键来自 key，值来自 value；在交叉注意力中它们并不相同。',

  'W transposed':
    '{detail} 的方向用反了。权重是 (out, in)，与 torch.nn.Linear 相同：x @ W.T + b。如果你的权重是 (in, out)，就用 x @ W。',
  'W_O missing':
    '输出就是拼接后的各个头：漏了 {detail}。最后一步是 output = concatenated @ W_O.T + b_O；如果 W_O 是 (in, out)，就用 @ W_O。',
  'projection missing':
    '本该由 {detail} 投影的输入被直接使用了：q = x @ W_Q.T + b_Q（如果 W_Q 是 (in, out)，就用 @ W_Q），其余类推。',
  'bias missing':
    '没有加上 {detail}。每个线性变换都是 x @ W.T + b；如果 W 是 (in, out)，就是 x @ W + b。',
  'bias added twice': '{detail} 加了两次，例如在线性变换里加一次，之后又加一次。只加一次。',
  'biases of q and k swapped':
    '查询加上了 b_K，键加上了 b_Q。每个偏置都属于自己的矩阵：b_Q 属于 W_Q，b_K 属于 W_K。',
  'heads cut before the projection':
    '输入在投影之前就切分成了头，每个头只看得到每个词元中自己的那一部分；{detail}。应当先投影，每个头都用整个 x，再切分结果：q.view(B, L, H, E)。',
  'q and k swapped': CHECK_ORDER,
  'k and v swapped': CHECK_ORDER,
  'q and v swapped': CHECK_ORDER,
  'q, k and v rotated': CHECK_ORDER,
  'q and k swapped: the query and the key that the layer was called with': SWAPPED_INPUTS,
  'k and v swapped: the key and the value that the layer was called with': SWAPPED_INPUTS,
  'q and k swapped: after they are projected':
    '分数算成了 k·q：第 i 行是键 i 对每个查询的分数，{detail}互换了。行应当是查询：scores = q @ k.transpose(-2, -1)。',
  'one W for two': '同一个矩阵用了两次：{detail}。查询、键和值各有自己的矩阵。',
  'packed weights cut by heads':
    '合并的矩阵按 (H, 3, E) 切分了：先是头 0 的 q、k、v，再是头 1 的。它的行应当先是全部 q，再是全部 k，再是全部 v：qkv.view(B, L, 3, H, E)。',
  'residual added': '输出里加上了输入。那是注意力外面的块做的事：请提交 W_O 的结果。',

  'permute missing': PERMUTE_HEADS,
  'permute missing: the output of the heads':
    '{detail}从 (B, H, L, E) 直接 reshape 成 (B, L, H·E)，词元和头就混在一起了。先交换轴：z.transpose(1, 2).reshape(B, L, H * E)。',
  'permute missing: q, k, v and the output of the heads':
    '{detail}在 (B, L, H·E) 和 (B, H, L, E) 之间转换时没有交换轴。用 view(B, L, H, E).transpose(1, 2)，转换回来时用 transpose(1, 2).reshape(B, L, H * E)。',
  'attention between heads':
    '在 q @ k.transpose(-2, -1) 中，q、k 和 v 是 (B, L, H, E)，于是同一个词元的各个头互相注意，{detail}。先交换轴：x.view(B, L, H, E).transpose(1, 2)。',
  'heads interleaved':
    '头 h 在 q、k 和 v 中每隔 H 个数取一个，{detail}：view(B, L, E, H)。一个头的数应当连在一起：view(B, L, H, E)。',
  'concatenation order':
    '合并各个头时，{detail}。每个词元先放头 0 的所有数，再放头 1 的：z.transpose(1, 2).reshape(B, L, H * E)。',
  'one head':
    '注意力在整个宽度上只算了一次，只有一张图，好像只有一个头。在 q @ k.T 之前把 q、k 和 v 切成头，并用 √head_dim 缩放。',
  'averaged heads: the maps, before they are used':
    '对各个头取了平均：{detail}，于是每个头的注意力都一样。保留头的轴：不要对 dim=1 取平均。',
  'averaged heads: what they give, z':
    '对各个头取了平均：{detail}。应当拼接：z.transpose(1, 2).reshape(B, L, H * E)。',
  'averaged heads: only the maps that are handed in':
    '对各个头取了平均：{detail}；输出是对的。每个头提交一张图：在 torch 中用 average_attn_weights=False。',
  'GQA: tile instead of repeat':
    '查询头 h 用的是键头 h % Hkv (tile)。相邻的查询头共用一个：h // (H / Hkv)，即 k.repeat_interleave(H // Hkv, dim=1)。',
  'GQA: only the first key head':
    '所有查询头用的都是键和值的头 0。应当分组共用：k.repeat_interleave(H // Hkv, dim=1)。',

  'rotary missing':
    '查询和键没有旋转。在 q @ k.T 之前：q = q * cos + rotate_half(q) * sin，k 也一样。',
  'rotary on one of two': '只旋转了{detail}。查询和键都要旋转：这样它们的乘积才取决于两者的距离。',
  'rotary on values too': '值也被旋转了。只旋转查询和键：值表示传递什么，与位置无关。',
  'rotary pairs': '一起旋转的配对是{detail}。换成另一种排列：它必须与训练权重时的一致。',
  'wrong theta':
    '角度对应的是 theta = {detail}。请用题目给的 theta：inv_freq = torch.pow(theta, -torch.arange(0, d, 2) / d)。',
  'rotary exponent':
    '第 r 对的频率是 theta^(−r/d)。应当下降得快一倍：torch.pow(theta, -torch.arange(0, d, 2) / d)。',
  'rotary width': '一个头的所有数都旋转了。只旋转前 {detail}，其余保持不变。',
  'rotary offset ignored': '前面已有词元，位置却从 0 开始。应当从前面的长度开始。',
  'rotary the wrong way':
    '查询和键转反了，用的是负的角度。rotate_half 是 cat((-x2, x1))，负号在后一半上。',
  'rotary not asked for':
    '查询和键按 {detail} 成对旋转，theta = 10000，但练习并没有要求 RoPE。去掉旋转：scores = q @ k.transpose(-2, -1)。',
  'rotary by head':
    '角度取决于头的编号，而不是词元的位置：旋转时把 (B, L, H, E) 当成了 (B, H, L, E)。先交换轴。',
  'ALiBi missing': '没有加上距离的偏置。在 softmax 之前：scores − slope · |i − j|。',
  'ALiBi sign': '距离越远分数越高：偏置是 +slope · |i − j|。应当是惩罚：scores − slope · |i − j|。',
  'ALiBi distance with a sign':
    '偏置是 slope · (j − i)，排在查询之后的键反而得分更高。应当用距离：−slope · |i − j|。',
  'ALiBi slopes start too high':
    '斜率从 1 开始：2^(−8h/H)，h = 0, 1 …。头要从 1 数起：2^(−8(h + 1)/H)。',
  'ALiBi slopes reversed': '斜率的顺序颠倒了：最后一个头最陡。最陡的应当是头 0，为 2^(−8/H)。',
  'ALiBi without slopes': '每个头的斜率都是 1。头 h 的斜率应当是 2^(−8(h + 1)/H)。',
  'ALiBi scaled': '偏置先加到 q·k 上，再一起除以 √d。应当先除：q @ k.T / math.sqrt(d) + bias。',

  'scale missing':
    '分数就是 q·k 本身。要除以 √d，即一个头的宽度的平方根：scores = q @ k.transpose(-2, -1) / math.sqrt(head_dim)。',
  'scale by the wrong d':
    '分数除以了 {detail}。应当除以 √d，d 是一个头的宽度：把 q 切成头之后用 math.sqrt(q.shape[-1])。',
  'scale multiplied':
    '分数乘以了 √d。应当除以它：scores = q @ k.transpose(-2, -1) / math.sqrt(head_dim)。',
  'scale sign': '分数的符号相反：−q·k/√d。去掉负号。',
  'scale after softmax':
    'softmax 直接作用于 q·k，结果再除以 √d，各行之和就不再是 1。应当先除：softmax(q @ k.T / math.sqrt(head_dim))。',
  'scale option ignored': '分数除以了 √d，但题目给了自己的缩放系数。用 q·k 乘以它。',
  'norm of q and k missing':
    '查询和键投影后就直接使用了。应当先归一化，再加位置：q = q_norm(q), k = k_norm(k)。',
  'softcap missing': '分数没有加上限。在缩放之后：scores = cap * torch.tanh(scores / cap)。',
  'softcap before the scale':
    '点积先加了上限，再除以 √d。应当先缩放：cap * torch.tanh(q·k / √d / cap)。',

  'mask missing':
    '查询看了{detail}禁止的键。在 softmax 之前：scores = scores.masked_fill(~allowed, float("-inf"))。',
  'mask inverted': '查询看的恰好是{detail}禁止的：True 的含义与代码的理解相反。取反：~mask。',
  'mask inverted: every mask': '查询看的恰好是掩码禁止的：{detail}都反了。取反：~mask。',
  'mask transposed':
    '{detail}中查询和键的位置互换了：行是查询，列是键。因果掩码应当用 tril，而不是 triu。',
  'mask off by one':
    '因果掩码错开了一格：{detail}。查询 i 可以看键 0 到 i：torch.tril(torch.ones(L, L))，diagonal=0。',
  'padding off by one':
    '填充掩码错开了一格：{detail}。键 0 到 length − 1 是真实的：torch.arange(S) < lengths[:, None]。',
  'causal mask in the wrong corner':
    '查询比键少，因果掩码却对齐了另一个角。检查查询 0 的位置：是对着键 0，还是让最后一个查询看到最后一个键 (diagonal=S-L)。',
  'padding of queries: in place of the keys':
    '填充掩码去掉的是查询，{detail}：它沿着行放了。应当沿着列放：mask[:, None, None, :]。',
  'padding of queries: as well as keys':
    '填充掩码{detail}把查询也去掉了，它们的行就空了。对其他词元来说，只有键是填充：只用 mask[:, None, None, :]。',
  'mask after softmax':
    '掩码用在 softmax 之后，一行里剩下的加起来就不是 1。应当在这之前把分数设为 −inf：scores.masked_fill(~allowed, float("-inf"))。',
  'masked scores set to 0':
    '被遮住的分数成了 0，而 exp(0) 是 1：这些键仍在起作用。应当用 −inf：scores.masked_fill(~allowed, float("-inf"))，而不是 scores * mask。',
  'mask added as 0 and 1':
    '掩码作为数字 0 和 1 加到了分数上（{detail}）。应当用它来选择：scores.masked_fill(~allowed, float("-inf"))。',
  'bias missing from the scores': '题目给的偏置没有加到分数上。在 softmax 之前：scores + bias。',

  'softmax of the masked row twice':
    '份额被遮住之后又做了一次 softmax，被遮住的键又得到了份额。要让它们加起来是 1，就除以它们的和，或者改为遮住分数。',
  'softmax over the wrong axis':
    'softmax 沿着{detail}计算。每个查询把 1 分给各个键，所以应当沿着键：softmax(scores, dim=-1)。',
  'softmax over the whole map':
    '一张图的所有查询和键合起来只做了一次 softmax。每个查询应当各做一次：softmax(scores, dim=-1)。',
  'softmax divides by the wrong row':
    'exp(scores) 除以了其他查询的和：沿最后一个轴求和时没有 keepdims=True，结果就沿错误的轴广播。写成 e / e.sum(axis=-1, keepdims=True)。',
  'softmax missing':
    '分数没有经过 softmax 就直接使用了。加上它：attention = softmax(scores, dim=-1)。',
  'softmax applied twice': '对 softmax 的结果又做了 softmax，所有份额几乎都一样。只做一次。',
  'sink missing':
    'sink 没有参与。每个头在 softmax 里多一个分数，它的份额不给任何词元：把它拼接到分数上，之后再去掉那一列。',
  'fully masked row is NaN':
    '一个不能看任何键的查询得到了 NaN，因为全是 −inf 的 softmax 是 0/0。它的行应当是零：torch.nan_to_num(attention)。',
  'fully masked row attends to all':
    '一个不能看任何键的查询平均地看了所有的键，因为它的分数都是同一个很大的负数。它的行应当是零：把注意力再乘一次掩码。',

  'dropout left on':
    '{detail} dropout 仍在起作用：有些数是 0，其余的数都大了同一个倍数。评估时要关闭它：model.eval()，或 training=False。',
};
