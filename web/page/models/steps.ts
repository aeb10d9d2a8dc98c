// The chosen head's layer in steps.
// The numbers come from the worker's run, once per layer that the reader opens.

import { fillText, h, quoteEngine, setText } from '../../ui/dom.ts';
import { messageOf } from '../../ui/errors.ts';
import { createCopyButton } from '../copy-button.ts';
import { fileNameOf, layerCode, layerFile } from './layer-file.ts';
import { visible } from './input-tokens.ts';
import { axesOf } from './tokens.ts';
import type { Connection } from './connection.ts';
import type { Shown } from './session.ts';
import type { Messages } from '../../words/en/models.ts';
import type { TakenLayer } from './layer-file.ts';
import type { Answer } from '../../elements/lab/answer/answer.ts';
import type { LayerNumbers } from '../../elements/model-view/layer/answer.ts';

type Known = { of: string } & Pick<LayerNumbers, 'state' | 'embedding'>;

/** Most numbers of a layer's maps, of which steps show several at once. */
const MOST_NUMBERS = 2 ** 22;

/**
 * @param options.name name of the model
 * @param options.isImage whether it reads images
 * @param options.again reads the text again, with the tokens that the model wrote
 */
export function createLayerSteps({
  connection,
  session,
  state,
  messages,
  language,
  ...options
}: {
  connection: Connection;
  session: Pick<
    ReturnType<typeof import('./session.ts').createSession>,
    'read' | 'isBehind' | 'sizes'
  >;
  state: Shown;
  messages: Messages;
  language: string;
  name: string;
  onHead: (head: number) => void;
  isImage?: boolean;
  again: () => void;
}) {
  const note = h('p', { class: 'models-hint', role: 'status' });
  const place = h('div');
  /** the layer on the screen, for export */
  let taken: TakenLayer | null = null;
  const away = createTaking(messages, () => taken);
  const element = h('div', { class: 'models-steps', hidden: true }, note, place, away);
  let mounted: ReturnType<typeof mount> | null = null;
  let layer: Awaited<ReturnType<typeof mount>> | null = null;
  /** inputs of the steps on the screen, or of those being loaded */
  let shown: readonly unknown[] = [];
  let answer: Answer | null = null;
  /** the layer whose parameters are cached; they are equal for every text */
  let known: Known | null = null;

  function mount(first: Answer) {
    const made = import('../../elements/model-view/layer/mount-layer.ts').then(({ mountLayer }) =>
      mountLayer(place, {
        ...{ language, answer: first, head: state.at.head },
        ...{ isImage: options.isImage, onHead: options.onHead },
      }),
    );
    made.catch(() => (mounted = null)); // the next attempt loads again
    return made;
  }

  /** Why there are no steps; null: there are. */
  function refusal(length: number, heads: number) {
    const most = Math.floor(Math.sqrt(MOST_NUMBERS / heads));
    return length > most ? fillText(messages.stepsLong, { most, count: length }) : null;
  }

  async function update() {
    const read = session.read();
    if (element.hidden || !read) return;
    if (session.isBehind()) {
      if (answer) setText(note, messages.stepsBehind);
      return;
    }
    const { kind, at } = state;
    const pieces = axesOf(read, state).rows;
    const { heads, layers } = session.sizes();
    const now = [read, kind, at.layer];
    if (now.every((one, i) => one === shown[i])) {
      if (answer) layer?.show(answer, at.head);
      return;
    }
    shown = now;
    answer = null;
    if (kind === 'cross') return refuse(messages.stepsCross);
    const reason = refusal(pieces.length, heads);
    if (reason !== null) return refuse(reason);
    setText(note, messages.computing);
    const of = `${kind} ${at.layer}`;
    const kept = known?.of === of ? known : null;
    known = kept; // the parameters are large: two copies are too many
    try {
      const [{ answerOf, canShow }, { numbers, trace, removed, run }] = await Promise.all([
        import('../../elements/model-view/layer/answer.ts'),
        connection.ask('steps', { layer: at.layer, kind, state: !kept }),
      ]);
      if (shown !== now) return;
      if (kept) takeKept(numbers, kept);
      known = { of, state: numbers.state, embedding: numbers.embedding };
      if (!canShow(numbers)) return refuse(messages.stepsUnknown);
      const { name } = options;
      const words = pieces.map((piece) => visible(piece));
      answer = {
        ...answerOf({ numbers, trace, pieces: words, layers, name, layer: at.layer }),
        exact: (cell) => connection.ask('exact', { layer: at.layer, kind, run, cell }),
      };
      mounted ??= mount(answer);
      layer = await mounted;
      if (shown !== now) return;
      layer.show(answer, state.at.head);
      taken = { numbers, attention: trace.attention, name, layer: at.layer, removed };
      place.hidden = away.hidden = false;
      setText(note, '');
    } catch (error) {
      if (shown !== now) return;
      shown = [];
      answer = null;
      place.hidden = away.hidden = true;
      quoteEngine(note, messages.runFailed, messageOf(error));
    }
  }

  function refuse(reason: string) {
    place.hidden = away.hidden = true;
    setText(note, reason);
  }

  return {
    element,
    show(is: boolean) {
      element.hidden = !is;
      element.closest('.models-shown')?.toggleAttribute('data-steps', is);
      if (is && session.isBehind()) options.again();
      void update();
    },
    look: () => void update(),
    dispose() {
      mounted?.then((one) => one.dispose()).catch(() => {}); // there may be none
    },
  };
}

/** Gives a layer the parameters of an earlier answer. */
export function takeKept(numbers: LayerNumbers, { state, embedding }: Known) {
  numbers.state = state;
  for (const [i, step] of numbers.embedding?.entries() ?? []) {
    const { weight, bias } = embedding?.[i] ?? {};
    if (weight) Object.assign(step, { weight, bias });
  }
}

/** Downloads of the layer: a file, and a program that reads it. */
function createTaking(messages: Messages, taken: () => TakenLayer | null) {
  const save = h(
    'button',
    { type: 'button', class: 'models-second', onclick: () => void saveIt() },
    messages.layerSave,
  );
  const { layerCopy, layerCopied: copied, layerRefused: copyFailed } = messages;
  const { element: copy } = createCopyButton({
    classes: 'models-second',
    text: () => layerCode(taken() as TakenLayer),
    words: { copy: layerCopy, copied, copyFailed },
  });

  const said = h('p', { class: 'models-hint', role: 'status' });

  async function saveIt() {
    const one = taken();
    if (!one) return;
    try {
      const [{ writeSafetensors }, { download }] = await Promise.all([
        import('headwise/formats'),
        import('../../ui/download.ts'),
      ]);
      const { tensors, metadata } = layerFile(one);
      download(fileNameOf(one), [writeSafetensors(tensors, metadata)], 'application/octet-stream');
      setText(said, '');
    } catch (error) {
      quoteEngine(said, messages.layerUnsaved, messageOf(error));
    }
  }

  return h(
    'div',
    { class: 'models-taking', hidden: true },
    h('div', { class: 'models-buttons' }, save, copy),
    said,
    h('p', { class: 'models-hint' }, messages.layerAbout),
    h('p', { class: 'models-hint' }, messages.stepsFixed),
  );
}
