// The activations of MLPs.

/** In the order of the core's enum. */
export const ACTIVATIONS = /** @type {const} */ ([
  ...['relu', 'gelu', 'gelu-tanh', 'quick-gelu', 'silu', 'relu-squared', 'tanh'],
]);
