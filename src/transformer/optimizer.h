// The updates of parameters from their gradients: SGD with momentum, Adam (Kingma and Ba 2015, algorithm 1)
// and AdamW (Loshchilov and Hutter 2019, algorithm 2), as torch.optim has them; schedules of the
// learning rate; clipping by the global norm.
#pragma once

#include <cstdint>

#include "transformer/optimizer_fields.h"

namespace headwise {

enum class OptimizerKind { kSgd, kAdam, kAdamw };
enum class Schedule { kConstant, kCosine };

struct OptimizerConfig {
  // momentum is SGD's; clip_norm 0: no clipping. The rate rises linearly over the first warm_up steps; by kCosine it then
  // falls along half a cosine (Loshchilov and Hutter 2017, equation 5) to final_share of itself at `steps`, and stays.
  HEADWISE_OPTIMIZER_CONFIG(HEADWISE_DECLARE)

  // Throws InvalidArgument unless every number is in range.
  void validate() const;

  // The rate of step 1, 2, 3 ...
  double rate_at(std::int64_t step) const;

  // The factor for gradients of this norm, as in torch.nn.utils.clip_grad_norm_.
  double clip_factor(double norm) const;
};

// The sum of squares, in double, in four lanes as in kernels/rows.h.
template <class T>
double sum_of_squares(const T* values, std::int64_t size);

// One step's update of any run of parameters: the formulas work on each number alone.
template <class T>
class Update {
 public:
  // step: 1 for the first. factor: of clipping.
  Update(const OptimizerConfig& config, std::int64_t step, double factor);

  // first and second are the optimiser's memory, zeros before the first step: momentum alone for
  // SGD, whose `second` may be null; m and v for Adam.
  void apply(std::int64_t size, const T* gradient, T* first, T* second, T* values) const;

 private:
  OptimizerKind kind_;
  T factor_, decay_, momentum_, beta1_, beta2_, share1_, share2_, epsilon_;
  T rate_, second_correction_, kept_;
};

}  // namespace headwise
