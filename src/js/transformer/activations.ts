// Names of the MLP's activation functions.

/** In the order of the core's enum. */
export const ACTIVATIONS = [
  ...['relu', 'gelu', 'gelu-tanh', 'quick-gelu', 'silu', 'relu-squared', 'tanh'],
] as const;
