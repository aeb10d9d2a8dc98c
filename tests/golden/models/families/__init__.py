"""The families, and three models of each."""

from families.bert import bert
from families.code_and_stories import gpt_bigcode, gpt_neo, granite, phi, stablelm, starcoder2
from families.deberta import deberta, deberta_v2
from families.encoders import albert, distilbert, electra, mpnet, nomic_bert, roberta
from families.esm import esm
from families.gemma import gemma, gemma2, gemma3
from families.gpt2 import gpt2
from families.llama import llama
from families.llama_like import mistral, olmo2, phi3, qwen2, qwen3, smollm3
from families.modernbert import modernbert
from families.older_decoders import bloom, falcon, gpt_neox, gptj, mpt, opt
from families.t5 import t5
from families.translators import bart, m2m_100, marian, mbart, pegasus
from families.vision import deit, dinov2, dinov2_with_registers, vit

FAMILIES = {
    each.__name__: each
    for each in (
        *(bert, roberta, distilbert, albert, electra, mpnet, nomic_bert, modernbert, esm, deberta, deberta_v2),
        *(gpt2, gpt_neo, gpt_neox, gptj, gpt_bigcode, opt, bloom, falcon, mpt),
        *(llama, mistral, smollm3, qwen2, qwen3, gemma, gemma2, gemma3, phi3, olmo2),
        *(granite, phi, stablelm, starcoder2),
        *(t5, bart, mbart, pegasus, marian, m2m_100),
        *(vit, deit, dinov2, dinov2_with_registers),
    )
}
