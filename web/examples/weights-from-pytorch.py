# Saves the weights of a layer of PyTorch, an input and what comes out.

import json
import torch

layer = torch.nn.MultiheadAttention(embed_dim=8, num_heads=2, batch_first=True)
x = torch.randn(1, 3, 8)
output, attention = layer(x, x, x, average_attn_weights=False)
with open('layer.json', 'w') as file:
    json.dump(
        {
            'state': {name: value.tolist() for name, value in layer.state_dict().items()},
            'x': x.tolist(),
            'output': output.tolist(),
            'attention': attention.tolist(),
        },
        file,
    )
