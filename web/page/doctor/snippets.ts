// Programs that save a submission, equal to the programs in web/docs/doctor.md; a test compares
// them.

export const SNIPPETS: readonly (readonly [name: string, program: string])[] = Object.freeze([
  [
    'NumPy',
    `np.savez("submission.npz", query=x, output=output, attention=maps,
         W_Q=W_Q, W_K=W_K, W_V=W_V, W_O=W_O, b_Q=b_Q, b_K=b_K, b_V=b_V, b_O=b_O,
         num_heads=4, causal=True)
`,
  ],
  [
    'PyTorch',
    `np.savez("submission.npz", query=x.numpy(), output=output.detach().numpy(), attention=maps.detach().numpy(),
         **{name: tensor.numpy() for name, tensor in layer.state_dict().items()},
         num_heads=4, causal=True)
`,
  ],
  [
    'JAX',
    `W = params["params"]
np.savez("submission.npz", query=x, output=output, attention=maps,
         W_Q=W["query"]["kernel"], W_K=W["key"]["kernel"], W_V=W["value"]["kernel"], W_O=W["out"]["kernel"],
         b_Q=W["query"]["bias"], b_K=W["key"]["bias"], b_V=W["value"]["bias"], b_O=W["out"]["bias"],
         causal=True)
`,
  ],
  [
    'Keras',
    `W_Q, b_Q, W_K, b_K, W_V, b_V, W_O, b_O = layer.get_weights()
np.savez("submission.npz", query=x, output=output, attention=maps, W_Q=W_Q, b_Q=b_Q, W_K=W_K, b_K=b_K,
         W_V=W_V, b_V=b_V, W_O=W_O, b_O=b_O)
`,
  ],
]);
