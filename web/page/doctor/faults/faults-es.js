// Names and explanations of the doctor's mistakes, in Spanish.

export { details, names } from './es/names.js';
export { explanations } from './es/explanations.js';
