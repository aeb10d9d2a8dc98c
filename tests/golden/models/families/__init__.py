"""The families, and three models of each."""

from families.bert import bert
from families.encoders import albert, distilbert, electra, mpnet, nomic_bert, roberta
from families.gemma import gemma, gemma2, gemma3
from families.gpt2 import gpt2
from families.llama import llama
from families.llama_like import mistral, olmo2, phi3, qwen2, qwen3, smollm3
from families.modernbert import modernbert
from families.older_decoders import bloom, falcon, gpt_neox, gptj, mpt, opt
from families.t5 import t5
from families.translators import bart, marian
from families.vision import deit, dinov2, dinov2_with_registers, vit

FAMILIES = {
    each.__name__: each
    for each in (
        *(bert, roberta, distilbert, albert, electra, mpnet, nomic_bert, modernbert),
        *(gpt2, gpt_neox, gptj, opt, bloom, falcon, mpt),
        *(llama, mistral, smollm3, qwen2, qwen3, gemma, gemma2, gemma3, phi3, olmo2),
        *(t5, bart, marian),
        *(vit, deit, dinov2, dinov2_with_registers),
    )
}
