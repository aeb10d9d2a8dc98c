// Texts of a question that is asked in several forms.

/** One text, or one for each form. */
export type Formed = string | Readonly<Record<string, string>>;

/** @param form the form that was drawn; by default the first */
export function textOf(text: Formed, form: string = '') {
  return typeof text === 'string' ? text : (text[form] ?? Object.values(text)[0]);
}
