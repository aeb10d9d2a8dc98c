// The mistakes that the doctor knows, in simplified Chinese.

export { details, names } from './zh/names.js';
export { explanations } from './zh/explanations.js';
