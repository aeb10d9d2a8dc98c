// Names and explanations of the doctor's mistakes, in simplified Chinese.

export { details, names } from './zh/names.ts';
export { explanations } from './zh/explanations.ts';
