// Types of headwise/anywidget: the interface of anywidget's front-end modules.

/** The model that a notebook keeps in step with its kernel. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

/**
 * Draws attention maps. The model's traits:
 *
 * - `attention`: float32 numbers as bytes, together with `shape`; or nested lists. The shapes are as in `attention` of
 *   `<headwise-map>`; for an encoder-decoder, `shapes` has the shapes of `encoder`, `decoder` and `cross`, whose bytes follow
 *   each other in its order.
 * - `tokens`: names of the rows, and of the columns unless there are `key_tokens`; empty: numbers. `words` and `type_ids`: the
 *   index of each token's word, and of its sentence. All three as `<headwise-map>` takes them.
 * - `view`: `heads`, `head`, `table`, `lines` or `model`. `theme`: `auto`, `light` or `dark`.
 * - `selection`: set by the widget, `{ head, query, key }`, each from 0, null for none; for a model with `layer`.
 *
 * With `lab`, the address of `element.js`, the widget is the whole lab instead: `<headwise-lab>`, with these traits of the model as
 * its attributes: `text`, `heads`, `view`, `model`, `state`, `lesson`, `locked`, `lang`, `theme` and `compact`.
 *
 * A sentence replaces data that cannot be drawn.
 */
declare const widget: {
  render(where: { model: Model; el: HTMLElement }): () => void;
};
export default widget;
