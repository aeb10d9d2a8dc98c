// The chosen head's layer in steps.
// The numbers come from the worker's run, once per layer that the reader opens.

import { button } from '../../ui/controls.ts';
import { messageOf } from '../../ui/errors.ts';
import { createRoot, html } from '../../ui/template.ts';
import { quoteEngine, sayText } from '../../ui/text.ts';
import { createCopyButton } from '../copy-button.ts';
import { fileNameOf, layerCode, layerFile } from './layer-file.ts';
import { axesOf, visible } from './tokens.ts';
import type { Answer } from '../../elements/lab/answer/answer.ts';
import type { LayerNumbers } from '../../elements/model-view/layer/answer.ts';
import type { Child } from '../../ui/template.ts';
import type { TakenLayer } from './layer-file.ts';
import type { OpenModel, Sizes } from './open-model.ts';
import type { Read } from './tokens.ts';
import type { Head, Kind } from './worker-messages.ts';

/** Most numbers of a layer's maps, of which steps show several at once. */
const MOST_NUMBERS = 2 ** 22;

/** The layer that is shown in steps. */
interface ShownLayer {
  at: Head;
  kind: Kind;
  read: Read;
  sizes: Sizes;
  /** whether tokens were written that the worker has not read as text yet */
  isBehind: boolean;
}

/** Parameters of a layer, which are equal for every text. */
type Known = { of: string } & Pick<LayerNumbers, 'state' | 'embedding'>;

interface State {
  isOpen: boolean;
  /** instead of the steps, or about them */
  note: Child;
  /** the layer on the screen; null: none */
  shown: { answer: Answer; taken: TakenLayer } | null;
  /** whether another one is being loaded */
  isLoading: boolean;
  /** an error of saving it */
  unsaved: Child;
}

type Mounting = ReturnType<
  typeof import('../../elements/model-view/layer/mount-layer.ts').mountLayer
>;

/**
 * @param options.isImage whether it reads images
 * @param options.onHead called when another head of the layer is chosen
 * @param options.onLayer called when a number of another layer is followed
 */
export function createLayerSteps(
  { connection, name, language, messages }: OpenModel,
  {
    isImage,
    onHead,
    onLayer,
  }: { isImage: boolean; onHead: (head: number) => void; onLayer: (layer: number) => void },
) {
  const state: State = { isOpen: false, note: null, shown: null, isLoading: false, unsaved: null };
  let place!: HTMLElement;
  let mounted: Mounting | null = null;
  let known: Known | null = null;
  /** the text and the layer of the steps on the screen, or of the steps that are being loaded */
  let asked: readonly unknown[] = [];

  const copyButton = createCopyButton({
    classes: 'button second',
    text: () => (state.shown ? layerCode(state.shown.taken) : ''),
    words: {
      copy: messages.layerCopy,
      copied: messages.layerCopied,
      copyFailed: messages.layerRefused,
    },
  });

  const view = ({ isOpen, note, shown, unsaved }: State) => html`<div
    class="models-steps"
    hidden=${!isOpen}
  >
    <p class="models-hint" role="status">${note}</p>
    <div hidden=${!shown} ref=${(one: HTMLElement) => (place = one)}></div>
    <div class="models-taking" hidden=${!shown}>
      <div class="models-buttons">
        ${button(messages.layerSave, save, { look: 'second' })}
        ${copyButton.element}
      </div>
      <p class="models-hint" role="status">${unsaved}</p>
      <p class="models-hint">${messages.layerAbout}</p>
      <p class="models-hint">${messages.stepsFixed}</p>
    </div>
  </div>`;
  const { element, render } = createRoot(view(state));

  function change(next: Partial<State>) {
    Object.assign(state, next);
    render(view(state));
  }

  async function save() {
    if (!state.shown) return;
    const { taken } = state.shown;
    try {
      const [{ writeSafetensors }, { download }] = await Promise.all([
        import('headwise/formats'),
        import('../../ui/download.ts'),
      ]);
      const { tensors, metadata } = layerFile(taken);
      download(
        fileNameOf(taken),
        [writeSafetensors(tensors, metadata)],
        'application/octet-stream',
      );
      change({ unsaved: null });
    } catch (error) {
      change({ unsaved: quoteEngine(messages.layerUnsaved, messageOf(error)) });
    }
  }

  function mount(answer: Answer, head: number) {
    const made = import('../../elements/model-view/layer/mount-layer.ts').then(({ mountLayer }) =>
      mountLayer(place, { language, answer, head, isImage, onHead, onLayer }),
    );
    made.catch(() => (mounted = null)); // the next attempt loads again
    return made;
  }

  function refuse(note: Child) {
    change({ note, shown: null, isLoading: false });
  }

  /** @param layer null: nothing has been read */
  async function update(isOpen: boolean, layer: ShownLayer | null) {
    if (isOpen !== state.isOpen) change({ isOpen });
    if (!isOpen || !layer) return;
    const shown = state.isLoading ? null : state.shown;
    if (layer.isBehind) {
      if (shown) change({ note: messages.stepsBehind });
      return;
    }
    const { at, kind, read, sizes } = layer;
    const now = [read, kind, at.layer];
    if (now.every((one, i) => one === asked[i])) {
      if (shown) (await mounted)?.show(shown.answer, at.head);
      return;
    }
    asked = now;
    const pieces = axesOf(read, kind).rows;
    if (kind === 'cross') return refuse(messages.stepsCross);
    const count = pieces.length;
    const most = Math.floor(Math.sqrt(MOST_NUMBERS / sizes.heads));
    if (count > most) return refuse(sayText(messages.stepsLong, { most, count }));
    change({ note: messages.computing, isLoading: true });
    const of = `${kind} ${at.layer}`;
    const kept = known?.of === of ? known : null;
    known = kept; // the parameters are large: two copies are too many
    try {
      const [{ answerOf }, { canShow }, { numbers, trace, passed, removed, run }] =
        await Promise.all([
          import('../../elements/model-view/layer/answer.ts'),
          import('../../elements/model-view/layer/can-show.ts'),
          connection.ask('steps', { layer: at.layer, kind, state: !kept }),
        ]);
      if (asked !== now) return;
      if (kept) takeKept(numbers, kept);
      known = { of, state: numbers.state, embedding: numbers.embedding };
      if (!canShow(numbers)) return refuse(messages.stepsUnknown);
      const { layers } = sizes;
      const words = pieces.map((piece) => visible(piece));
      const answer: Answer = {
        ...answerOf({ numbers, trace, passed, pieces: words, layers, name, layer: at.layer }),
        exact: (cell) => connection.ask('exact', { layer: at.layer, kind, run, cell }),
      };
      mounted ??= mount(answer, at.head);
      const steps = await mounted;
      if (asked !== now) return;
      steps.show(answer, at.head);
      const { attention } = trace;
      const taken = { numbers, attention, name, layer: at.layer, removed };
      change({ note: null, shown: { answer, taken }, isLoading: false });
    } catch (error) {
      if (asked !== now) return;
      asked = [];
      refuse(quoteEngine(messages.runFailed, messageOf(error)));
    }
  }

  return {
    element,
    update,
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
