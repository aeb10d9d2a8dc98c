"""The families, and three models of each."""

from families.bert import bert
from families.gemma import gemma2
from families.gpt2 import gpt2
from families.llama import llama
from families.t5 import t5

FAMILIES = {
    "gpt2": gpt2(),
    "bert": bert(),
    "llama": llama(),
    "t5": t5(),
    "gemma2": gemma2(),
}
