// The mistakes that the doctor knows, in Spanish.

export { details, names } from './es/names.js';
export { explanations } from './es/explanations.js';
