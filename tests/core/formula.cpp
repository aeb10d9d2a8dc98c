// The passes of attention, one query row after the other, and the layer around them.
#include "formula.h"

#include <Eigen/Dense>

namespace headwise {
namespace {

using DoubleMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::RowVectorXd;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The index-th of consecutive matrices (rows, columns).
DoubleMatrix matrix(const std::vector<double>& values, std::int64_t index, std::int64_t rows,
                    std::int64_t columns) {
  return Eigen::Map<const DoubleMatrix>(values.data() + index * rows * columns, rows, columns);
}

void append(std::vector<double>& to, const DoubleMatrix& values) {
  to.insert(to.end(), values.data(), values.data() + values.size());
}

const std::vector<double>& find(const Buffers<double>& buffers, const std::string& name) {
  static const std::vector<double> none;
  const auto found = buffers.find(name);
  return found == buffers.end() ? none : found->second;
}

// Su et al. 2021, equation 34: each pair of numbers is rotated by position * theta^(-2 i / dims).
DoubleMatrix rotated(DoubleMatrix rows, std::int64_t first_position,
                     const AttentionCall<double>& call) {
  const RotaryConfig& rotary = call.request.rotary_config;
  for (std::int64_t r = 0; r < rows.rows(); ++r) {
    for (std::int64_t i = 0; i < rotary.dims / 2; ++i) {
      const std::int64_t a = rotary.interleaved ? 2 * i : i;
      const std::int64_t b = rotary.interleaved ? a + 1 : a + rotary.dims / 2;
      const double frequency =
          call.frequencies.empty()
              ? std::pow(rotary.theta, -2.0 * i / static_cast<double>(rotary.dims))
              : call.frequencies[i];
      const double angle = static_cast<double>(rotary.offset + first_position + r) * frequency;
      const double x = rows(r, a), y = rows(r, b);
      rows(r, a) = rotary.factor * (std::cos(angle) * x - std::sin(angle) * y);
      rows(r, b) = rotary.factor * (std::sin(angle) * x + std::cos(angle) * y);
    }
  }
  return rows;
}

// Press, Smith and Lewis 2022: a geometric sequence that starts at 2^(-8/n) where n is a power of
// two; else that of the power below n, and then every other one of the power above.
std::vector<double> alibi_slopes(std::int64_t n) {
  const double log = std::log2(static_cast<double>(n));
  std::vector<double> slopes;
  if (log == std::floor(log)) {
    for (std::int64_t i = 1; i <= n; ++i) slopes.push_back(std::pow(2.0, -8.0 * i / n));
    return slopes;
  }
  const auto below = static_cast<std::int64_t>(std::pow(2.0, std::floor(log)));
  slopes = alibi_slopes(below);
  const std::vector<double> above = alibi_slopes(2 * below);
  for (std::int64_t i = 0; slopes.size() < static_cast<std::size_t>(n); i += 2)
    slopes.push_back(above[i]);
  return slopes;
}

// Past keys, new ones, then the layer's bias and the zero key.
DoubleMatrix keys_or_values(const AttentionCall<double>& call, std::int64_t batch_and_head,
                            bool keys) {
  const AttentionConfig& c = call.request.config;
  const std::int64_t dim = keys ? c.head_dim : c.value_head_dim;
  const std::string suffix = keys ? "key" : "value";
  DoubleMatrix all = DoubleMatrix::Zero(c.total_len(), dim);
  if (keys ? call.request.replaced_key : call.request.replaced_value) {
    all.topRows(c.masked_len()) =
        matrix(find(call.numbers, "replaced_" + suffix), batch_and_head, c.masked_len(), dim);
  } else {
    DoubleMatrix fresh =
        matrix(find(call.numbers, "new_" + suffix), batch_and_head, c.key_len, dim);
    if (keys && call.request.rotary) fresh = rotated(fresh, c.past_len, call);
    all.topRows(c.past_len) =
        matrix(find(call.numbers, "past_" + suffix), batch_and_head, c.past_len, dim);
    all.middleRows(c.past_len, c.key_len) = fresh;
  }
  if (call.request.extra_bias) {
    all.row(c.masked_len()) =
        matrix(keys ? call.extra_key : call.extra_value, batch_and_head % c.num_kv_heads, 1, dim);
  }
  return all;
}

// The index of query 0 among the keys.
std::int64_t offset_of(const AttentionCall<double>& call, std::int64_t b) {
  const AttentionConfig& c = call.request.config;
  if (c.causal == Causal::kBottomRight) return c.masked_len() - c.query_len;
  if (c.causal == Causal::kByLength)
    return (call.request.key_lengths ? call.key_lengths[b] : c.masked_len()) - c.query_len;
  return c.past_len;
}

// The score of a cell after its masks, -Infinity where query i may not attend to key j.
double masked(const AttentionCall<double>& call, std::int64_t b, std::int64_t h, std::int64_t i,
              std::int64_t j, double score, double slope) {
  const AttentionConfig& c = call.request.config;
  if (j >= c.masked_len()) return score;
  const std::int64_t position = offset_of(call, b) + i;
  if (c.causal != Causal::kNone && j > position) return -kInfinity;
  if (c.window_left >= 0 && j < position - c.window_left) return -kInfinity;
  if (c.window_right >= 0 && j > position + c.window_right) return -kInfinity;
  if (call.request.key_lengths && j >= call.key_lengths[b]) return -kInfinity;
  if (c.alibi) score -= slope * static_cast<double>(std::abs(position - j));
  for (std::size_t m = 0; m < call.request.masks.size(); ++m) {
    const MaskLayout& mask = call.request.masks[m];
    const std::string name = "mask" + std::to_string(m);
    const std::int64_t at =
        b * mask.strides[0] + h * mask.strides[1] + i * mask.strides[2] + j * mask.strides[3];
    if (mask.kind == MaskKind::kBias) {
      const double bias = call.numbers.at(name)[at];
      if (bias == -kInfinity) return -kInfinity;
      score += bias;
    } else if ((call.cells.at(name)[at] != 0) != (mask.kind == MaskKind::kAttend)) {
      return -kInfinity;
    }
  }
  return score;
}

}  // namespace

Buffers<double> formula(const AttentionCall<double>& call) {
  const AttentionRequest& r = call.request;
  const AttentionConfig& c = r.config;
  const std::int64_t queries = c.query_len, total = c.total_len();
  std::vector<double> slopes = find(call.numbers, "slopes");
  if (slopes.empty()) slopes = alibi_slopes(c.num_heads);
  Buffers<double> out;
  for (const char* name : {"query", "dot_products", "scores", "softcapped", "masked", "attention",
                           "log_sum_exp", "output"})
    out[name];
  for (std::int64_t b = 0; b < c.batch; ++b) {
    for (std::int64_t h = 0; h < c.num_heads; ++h) {
      const std::int64_t head = b * c.num_heads + h;
      const std::int64_t kv = b * c.num_kv_heads + h * c.num_kv_heads / c.num_heads;
      const auto replaced = [&](bool wanted, const char* name, const DoubleMatrix& computed) {
        return wanted ? matrix(call.numbers.at(name), head, queries, total) : computed;
      };
      DoubleMatrix q = matrix(call.numbers.at("query"), head, queries, c.head_dim);
      if (r.rotary && !r.replaced_query) q = rotated(q, c.past_len, call);
      const DoubleMatrix k = keys_or_values(call, kv, true), v = keys_or_values(call, kv, false);

      const DoubleMatrix dots =
          replaced(r.replaced_dot_products, "replaced_dot_products", q * k.transpose());
      const DoubleMatrix scores = replaced(r.replaced_scores, "replaced_scores", dots * c.scale);
      DoubleMatrix capped = scores;
      if (c.softcap > 0) capped = c.softcap * (scores / c.softcap).array().tanh();
      DoubleMatrix logits(queries, total), attention = DoubleMatrix::Zero(queries, total);
      DoubleMatrix log_sum_exp = DoubleMatrix::Constant(queries, 1, -kInfinity);
      for (std::int64_t i = 0; i < queries; ++i) {
        for (std::int64_t j = 0; j < total; ++j)
          logits(i, j) = masked(call, b, h, i, j, capped(i, j), slopes[h]);
        const double sink = r.sinks ? call.numbers.at("sinks")[h] : -kInfinity;
        const double max = std::max(total > 0 ? logits.row(i).maxCoeff() : -kInfinity, sink);
        if (max == -kInfinity) continue;  // nothing to attend to
        const RowVector e = (logits.row(i).array() - max).exp();
        const double sum = e.sum() + std::exp(sink - max);
        attention.row(i) = e / sum;
        log_sum_exp(i) = max + std::log(sum);
      }
      attention = replaced(r.replaced_attention, "replaced_attention", attention);

      append(out["query"], q);
      append(out["dot_products"], dots);
      append(out["scores"], scores);
      append(out["softcapped"], capped);
      append(out["masked"], logits);
      append(out["attention"], attention);
      append(out["log_sum_exp"], log_sum_exp);
      append(out["output"], attention * v);
    }
  }
  return out;
}

namespace {

// The queries or the keys of one sequence, which are normalised over each head of a token, or over all of
// them together:  x_hat = (x - mean) / sqrt(variance + epsilon)   y = x_hat gain + bias
void normalize(const LayerCall<double>& call, const std::string& name,
               std::vector<DoubleMatrix>& heads) {
  const QueryKeyNormConfig& norm = call.config.query_key_norm;
  if (!norm.on) return;
  const std::vector<double>&weight = call.parameters.at(name),
        &bias = find(call.parameters, name + "_bias");
  const auto dim = static_cast<std::size_t>(call.config.head_dim);
  const std::size_t together = norm.per_head ? 1 : heads.size(), width = together * dim;
  for (std::size_t first = 0; first < heads.size(); first += together) {
    for (std::int64_t i = 0; i < heads[first].rows(); ++i) {
      const auto x = [&](std::size_t d) -> double& {
        return heads[first + d / dim](i, static_cast<std::int64_t>(d % dim));
      };
      double mean = 0, variance = 0;
      for (std::size_t d = 0; norm.centered && d < width; ++d)
        mean += x(d) / static_cast<double>(width);
      for (std::size_t d = 0; d < width; ++d)
        variance += (x(d) - mean) * (x(d) - mean) / static_cast<double>(width);
      for (std::size_t d = 0; d < width; ++d) {
        const double gain = weight[d] + (norm.plus_one ? 1 : 0);
        x(d) = (x(d) - mean) / std::sqrt(variance + norm.epsilon) * gain +
               (bias.empty() ? 0 : bias[d]);
      }
    }
  }
}

}  // namespace

Buffers<double> formula(const LayerCall<double>& call) {
  const MultiHeadAttentionConfig& l = call.config;
  const AttentionConfig& c = call.request.attention.config;
  const Buffers<double>& inputs = call.attention.numbers;
  // x W^T + b for one head of one batch
  const auto project = [&](const char* input, const std::string& which, std::int64_t b,
                           std::int64_t head, std::int64_t len, std::int64_t width,
                           std::int64_t dim) {
    DoubleMatrix y = matrix(inputs.at(input), b, len, width) *
                     matrix(call.parameters.at("w_" + which), head, dim, width).transpose();
    const std::vector<double>& bias = find(call.parameters, "b_" + which);
    if (!bias.empty()) y.rowwise() += RowVector(matrix(bias, head, 1, dim));
    return y;
  };
  const char* key_input = call.request.key_is_query ? "query_input" : "key_input";
  const char* value_input = call.request.value_is_key ? key_input : "value_input";
  AttentionCall<double> heads = call.attention;
  heads.extra_key = find(call.parameters, "bias_k");
  heads.extra_value = find(call.parameters, "bias_v");
  for (const char* name : {"query", "new_key", "new_value"}) heads.numbers[name];
  for (std::int64_t b = 0; b < c.batch; ++b) {
    std::vector<DoubleMatrix> queries, keys;
    for (std::int64_t h = 0; h < l.num_heads && !heads.request.replaced_query; ++h) {
      queries.push_back(project("query_input", "q", b, h, c.query_len, l.embed_dim, l.head_dim));
    }
    for (std::int64_t h = 0; h < l.num_kv_heads; ++h)
      keys.push_back(project(key_input, "k", b, h, c.key_len, l.key_dim, l.head_dim));
    normalize(call, "q_norm", queries);
    normalize(call, "k_norm", keys);
    for (const DoubleMatrix& head : queries) append(heads.numbers["query"], head);
    for (const DoubleMatrix& head : keys) append(heads.numbers["new_key"], head);
    for (std::int64_t h = 0; h < l.num_kv_heads; ++h) {
      append(heads.numbers["new_value"],
             project(value_input, "v", b, h, c.key_len, l.value_dim, l.value_head_dim));
    }
  }
  Buffers<double> out = formula(heads);
  out["heads"] =
      call.request.attention.replaced_heads ? inputs.at("replaced_heads") : out.at("output");
  for (const char* name : {"output", "contributions", "average"}) out[name].clear();

  const std::int64_t z_width = l.num_heads * l.value_head_dim;
  const DoubleMatrix w_o = matrix(call.parameters.at("w_o"), 0, l.output_dim, z_width);
  for (std::int64_t b = 0; b < c.batch; ++b) {
    DoubleMatrix sum = DoubleMatrix::Zero(c.query_len, l.output_dim);
    DoubleMatrix average = DoubleMatrix::Zero(c.query_len, c.total_len());
    for (std::int64_t h = 0; h < l.num_heads; ++h) {
      const std::int64_t head = b * l.num_heads + h;
      const DoubleMatrix z = matrix(out["heads"], head, c.query_len, l.value_head_dim);
      const DoubleMatrix contribution =
          z * w_o.middleCols(h * l.value_head_dim, l.value_head_dim).transpose();
      append(out["contributions"], contribution);
      sum += contribution;
      average += matrix(out["attention"], head, c.query_len, c.total_len());
    }
    if (l.bias.output)
      sum.rowwise() += RowVector(matrix(call.parameters.at("b_o"), 0, 1, l.output_dim));
    append(out["output"], sum);
    append(out["average"], average / static_cast<double>(l.num_heads));
  }
  return out;
}

}  // namespace headwise
