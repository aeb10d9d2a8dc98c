// The updates and schedules of optimizer.h. Factors of a step are computed in double, numbers in
// their own precision.
#include "transformer/optimizer.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/matrix.h"

namespace headwise {

void OptimizerConfig::validate() const {
  const auto is_share = [](double x) { return x >= 0 && x < 1; };
  require(std::isfinite(learning_rate) && learning_rate >= 0,
          "learning_rate: expected a finite number of at least 0");
  require(is_share(momentum), "momentum: expected a number from 0 to below 1");
  require(is_share(beta1) && is_share(beta2), "betas: expected numbers from 0 to below 1");
  require(std::isfinite(epsilon) && epsilon >= 0, "epsilon: expected at least 0");
  require(std::isfinite(weight_decay) && weight_decay >= 0, "weight_decay: expected at least 0");
  require(std::isfinite(clip_norm) && clip_norm >= 0, "clip_norm: expected at least 0");
  require(warm_up >= 0 && steps >= 0, "warm_up and steps: expected at least 0");
  require(final_share >= 0 && final_share <= 1, "final_share: expected a number from 0 to 1");
}

double OptimizerConfig::rate_at(std::int64_t step) const {
  if (step <= warm_up) {
    return learning_rate * static_cast<double>(step) / static_cast<double>(warm_up);
  }
  if (schedule == Schedule::kConstant) return learning_rate;
  if (step >= steps) return learning_rate * final_share;
  constexpr double kPi = 3.14159265358979323846;
  const double part = static_cast<double>(step - warm_up) / static_cast<double>(steps - warm_up);
  const double share = final_share + (1 - final_share) * (0.5 + 0.5 * std::cos(kPi * part));
  return learning_rate * share;
}

double OptimizerConfig::clip_factor(double norm) const {
  if (clip_norm == 0) return 1;
  const double factor = clip_norm / (norm + 1e-6);
  return factor < 1 ? factor : 1;
}

template <class T>
double sum_of_squares(const T* values, std::int64_t size) {
  double lanes[4] = {};
  std::int64_t j = 0;
  for (; j + 4 <= size; j += 4) {
    for (int lane = 0; lane < 4; ++lane) {
      const double x = values[j + lane];
      lanes[lane] += x * x;
    }
  }
  for (; j < size; ++j) {
    const double x = values[j];
    lanes[j % 4] += x * x;
  }
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

template <class T>
Update<T>::Update(const OptimizerConfig& c, std::int64_t step, double factor)
    : kind_(c.kind),
      factor_(static_cast<T>(factor)),
      decay_(static_cast<T>(c.kind == OptimizerKind::kAdamw ? 0 : c.weight_decay)),
      momentum_(static_cast<T>(c.momentum)),
      beta1_(static_cast<T>(c.beta1)),
      beta2_(static_cast<T>(c.beta2)),
      share1_(static_cast<T>(1 - c.beta1)),
      share2_(static_cast<T>(1 - c.beta2)),
      epsilon_(static_cast<T>(c.epsilon)) {
  const double rate = c.rate_at(step), t = static_cast<double>(step);
  const double corrected = rate / (1 - std::pow(c.beta1, t));
  rate_ = static_cast<T>(c.kind == OptimizerKind::kSgd ? rate : corrected);
  second_correction_ = static_cast<T>(1 / std::sqrt(1 - std::pow(c.beta2, t)));
  kept_ = static_cast<T>(c.kind == OptimizerKind::kAdamw ? 1 - rate * c.weight_decay : 1);
}

template <class T>
void Update<T>::apply(std::int64_t size, const T* gradient, T* first, T* second, T* values) const {
  auto p = row(values, size), m = row(first, size);
  const auto g = row(gradient, size) * factor_ + decay_ * p;
  if (kind_ == OptimizerKind::kSgd) {
    m = momentum_ * m + g;
    p -= rate_ * m;
    return;
  }
  auto v = row(second, size);
  m = beta1_ * m + share1_ * g;
  v = beta2_ * v + share2_ * (g * g);
  // share of p - rate / (1 - beta1^t) m / (sqrt(v / (1 - beta2^t)) + epsilon)
  p = kept_ * p - rate_ * (m / (v.sqrt() * second_correction_ + epsilon_));
}

template double sum_of_squares(const float*, std::int64_t);
template double sum_of_squares(const double*, std::int64_t);
template class Update<float>;
template class Update<double>;

}  // namespace headwise
