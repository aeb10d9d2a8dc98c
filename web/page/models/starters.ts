// Small models of families that headwise reads, with their page at Hugging Face.

interface Starter {
  /** name at Hugging Face */
  name: string;
  family: string;
  layers: number;
  heads: number;
  /** bytes of its weights */
  bytes: number;
}

export const STARTERS: readonly Starter[] = [
  { name: 'facebook/deit-tiny-patch16-224', family: 'DeiT', layers: 12, heads: 3, bytes: 23e6 },
  {
    name: 'sentence-transformers/all-MiniLM-L6-v2',
    family: 'BERT',
    layers: 6,
    heads: 12,
    bytes: 91e6,
  },
  { name: 'google-t5/t5-small', family: 'T5', layers: 6, heads: 8, bytes: 242e6 },
  { name: 'HuggingFaceTB/SmolLM2-135M', family: 'Llama', layers: 30, heads: 9, bytes: 269e6 },
  { name: 'distilbert/distilgpt2', family: 'GPT-2', layers: 6, heads: 12, bytes: 353e6 },
];

export const pageOf = ({ name }: Starter) => `https://huggingface.co/${name}`;
