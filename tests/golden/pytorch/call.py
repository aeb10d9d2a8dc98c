"""What calls of torch have in common."""

import numpy as np
import torch

# Numbers at most in the inputs and parameters of a case whose gradients are stored.
GRADIENTS = 3000


def tensor(array, dtype):
    """Floats as dtype, booleans as they are."""
    found = torch.from_numpy(np.array(array))
    return found.to(dtype) if found.is_floating_point() else found
