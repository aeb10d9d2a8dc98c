// Names and explanations of the doctor's mistakes, in Spanish.

export { details, names } from './es/names.ts';
export { explanations } from './es/explanations.ts';
