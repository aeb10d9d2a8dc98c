// An open text model: its text, prediction, heads, and removed heads.
// Every change runs the model again.

import { createBoard } from '../../elements/model-view/board.ts';
import { createLarge } from '../../elements/model-view/large.ts';
import { h, setText } from '../../ui/dom.ts';
import { createPredictionBars } from './prediction-bars.ts';
import { createChoices } from './choices.ts';
import { createModelHeader } from './model-header.ts';
import { createMeasures } from './measures.ts';
import { createInputTokens } from './input-tokens.ts';
import { createSession } from './session.ts';
import { createMapPart } from './map-part.ts';
import { createLayerSteps } from './steps.ts';
import { createText } from './text.ts';
import { given, sideOf } from './tokens.ts';
import { createGeneration } from './generation.ts';
import type { Connection } from './connection.ts';
import type { Guess, Opened } from './worker-messages.ts';
import type { Messages } from '../../words/en/models.ts';
import type { Selection, Shown, Written } from './session.ts';
import type { Head } from './worker-messages.ts';

/** @param options.text initial text */
export function createTextModel({
  connection,
  opened,
  name,
  language,
  messages,
  ...more
}: {
  connection: Connection;
  opened: Opened;
  name: string;
  language: string;
  messages: Messages;
  text?: string;
  onSelect?: (selection: Selection) => void;
  onClose?: () => void;
}) {
  const state = begun();
  const parts = createParts(
    { ...{ opened, messages, language }, text: more.text },
    {
      ...{ place, choose },
      onRead(isThere) {
        columns.toggleAttribute('data-empty', !isThere);
        if (isThere) look();
        measures.again();
      },
      ...{ head: chooseHead, select: () => more.onSelect?.(session.selection()) },
      showSteps: (is) => steps.show(is),
      edit: () => rewrite([]),
      take({ id, token }) {
        const read = session.read();
        if (!read) return;
        const kept = state.written.slice(0, Number(state.position) + 1 - given(read));
        rewrite([...kept, { id, name: token }]);
      },
    },
  );
  const session = createSession(connection, opened, messages, state, parts);
  const measures = createMeasures({
    ...{ connection, session, messages, state, choose },
    board: parts.heads,
  });
  const onWritten = () => steps.look();
  const writing =
    opened.kind === 'encoder'
      ? null
      : createGeneration({ connection, session, messages, state, status: parts.status, onWritten });
  const { choices, sides } = createTools(
    { opened, messages, session, state, measures },
    { choose, change, look },
  );
  const steps = createLayerSteps({
    ...{ connection, session, state, messages, language, name, onHead: chooseHead },
    again: () => rewrite([...state.written]),
  });
  const header = createModelHeader({ name, opened, messages, onClose: more.onClose });
  const { top, columns } = arrange(
    { ...parts, choices, writing, measures, sides, steps },
    messages,
  );
  header.element.append(top, columns);
  const unfollow = header.follow(look);

  /** Applies a change other than further tokens. */
  function change(next: Partial<typeof state>) {
    writing?.stop();
    Object.assign(state, next);
    look();
  }

  function rewrite(written: Written[]) {
    change({ written, position: null });
    void session.refresh().then(() => writing?.look());
  }

  function place(position: number) {
    change({ position });
    void session.predict();
  }

  /** Shows the present choice and the removed heads everywhere. */
  function look() {
    const sizes = session.sizes();
    const removed = state.kind === 'self' ? state.removed : [];
    parts.heads.resize(sizes);
    parts.heads.update({ chosen: state.at, removed, theme: header.theme() });
    choices.update({ ...state, sizes });
    const read = session.read();
    if (read) sides.update(state.part, sideOf(read, read.names));
    measures.look();
    writing?.look();
    steps.look();
  }

  /** @param head index in the layer */
  function chooseHead(head: number) {
    if (head !== state.at.head) choose({ ...state.at, head });
  }

  function choose(at: Head) {
    const moved = at.layer !== state.at.layer;
    state.at = at;
    look();
    void (moved ? session.drawLayer() : session.drawHead());
  }

  return {
    element: header.element,
    start() {
      look();
      parts.onDrawn();
      return session.refresh().then(() => writing?.look());
    },
    /**
     * Shows that the worker has ended by itself.
     *
     * @param onAgain opens the model once more
     */
    stopped(error: Error, onAgain: () => void) {
      writing?.stop();
      session.stop();
      setText(parts.status, '');
      header.stopped(error, onAgain);
    },
    text: parts.text.value,
    dispose() {
      writing?.stop();
      session.stop();
      unfollow();
      parts.text.stop();
      parts.heads.stop();
      parts.large.dispose();
      steps.dispose();
    },
  };
}

/**
 * @param on.edit called when the text changes
 * @param on.take continues the text with this token
 * @param on.head chooses another head of the layer
 * @param on.showSteps opens the steps instead of the maps
 */
function createParts(
  {
    opened,
    messages,
    language,
    text: begin,
  }: Pick<Parameters<typeof createTextModel>[0], 'opened' | 'messages' | 'language' | 'text'>,
  on: {
    onRead: (isThere: boolean) => void;
    edit: () => void;
    place: (position: number) => void;
    take: (guess: Guess) => void;
    choose: (at: Head) => void;
    head: (head: number) => void;
    select: () => void;
    showSteps: (is: boolean) => void;
  },
) {
  const isTwo = opened.kind === 'encoder-decoder';
  const label = messages.piecesLabel;
  const inputTokens = createInputTokens({ label, onChoose: isTwo ? null : on.place });
  const decoder = isTwo
    ? createInputTokens({ label: messages.targetPiecesLabel, onChoose: on.place })
    : null;
  const text = createText({ opened, messages, text: begin, onChange: on.edit });
  const predictionBars = createPredictionBars(messages, opened, on.take);
  const heads = createBoard({ messages, onChoose: on.choose });
  const more = { text: messages.viewSteps, show: on.showSteps };
  const large = createLarge({
    ...{ language, messages, more },
    onChange({ head }) {
      on.head(head);
      on.select();
    },
  });
  const status = h('p', { class: 'models-status', role: 'status' });
  const { onRead, select: onDrawn } = on;
  return {
    ...{ status, text, pieces: inputTokens, decoder, answer: predictionBars, large, heads },
    onRead,
    onDrawn,
  };
}

/** Controls for the part of the attention that is shown, and for removed heads. */
function createTools(
  {
    opened,
    messages,
    session,
    state,
    measures,
  }: {
    opened: Opened;
    messages: Messages;
    session: ReturnType<typeof createSession>;
    state: Shown;
    measures: ReturnType<typeof createMeasures>;
  },
  {
    choose,
    change,
    look,
  }: {
    choose: (at: Head) => void;
    change: (next: Partial<Shown>) => void;
    look: () => void;
  },
) {
  const choices = createChoices({
    ...{ messages, opened, choose },
    setKind(kind) {
      change({ kind, at: { layer: 0, head: 0 } });
      measures.again();
      void session.drawMaps();
    },
    remove(removed) {
      change({ removed });
      void session.refresh();
    },
  });
  const mapPart = createMapPart(messages, (part) => {
    state.part = { ...state.part, ...part };
    look();
    void session.drawMaps();
  });
  return { choices, sides: mapPart };
}

/** The initial choices. */
function begun(): Shown {
  return {
    at: { layer: 0, head: 0 },
    kind: 'self',
    removed: [],
    position: null,
    written: [],
    part: { pair: null, whole: false },
  };
}

function arrange(
  { measures, sides, status, writing, answer, choices, heads, large, steps, ...parts }: any,
  messages: Messages,
) {
  const { text, pieces, decoder } = parts;
  const read = h('div', null, text.element, pieces.element, decoder?.element);
  read.append(...[writing?.element, status].filter(Boolean));
  return {
    top: h('div', { class: 'models-top' }, read, answer.element),
    columns: h(
      'div',
      { class: 'models-columns' },
      h(
        'section',
        { class: 'models-every' },
        h('h3', null, messages.mapsLabel),
        h('p', { class: 'models-hint' }, messages.mapsAbout),
        choices.kinds,
        measures.element,
        heads.element,
      ),
      h(
        'section',
        { class: 'models-one' },
        h('div', { class: 'models-tools' }, choices.element, large.toggle, choices.toggle),
        sides.element,
        choices.removed,
        large.element,
        steps.element,
      ),
    ),
  };
}
