// An open model that reads images.
// It shows the image, its class, and the attention of every head of every layer from one patch.

import { createBoard } from '../../../elements/model-view/board.ts';
import { h } from '../../../ui/dom.ts';
import { createPredictionBars } from '../prediction-bars.ts';
import { createChoices } from '../choices.ts';
import { createLayerSteps } from '../steps.ts';
import { createModelHeader } from '../model-header.ts';
import { createHeat } from './heat.ts';
import { createPicture, hearImages } from './picture.ts';
import { readOf } from './patch-names.ts';
import { prepare } from './prepare.ts';
import { createImageCaption, createWays } from './image-caption.ts';
import { createImageSession } from './image-session.ts';
import type { ImageInput } from 'headwise/models';
import type { Connection } from '../connection.ts';
import type { Opened } from '../worker-messages.ts';
import type { Selection } from '../session.ts';
import type { Shown } from './image-session.ts';
import type { Read } from '../tokens.ts';
import type { Seen } from './patch-names.ts';
import type { Head } from '../worker-messages.ts';
import type { Messages } from '../../../words/en/models.ts';

/** @param options.onSelect without a key: the whole row is shown */
export function createImageModel({
  connection,
  opened,
  name,
  language,
  messages,
  ...on
}: {
  connection: Connection;
  opened: Opened;
  name: string;
  language: string;
  messages: Messages;
  onSelect?: (selection: Selection) => void;
  onClose?: () => void;
}) {
  const input = opened.image as ImageInput;
  const sizes = { layers: opened.config.numLayers, heads: opened.config.numHeads };
  const state: Shown = {
    at: { layer: sizes.layers - 1, head: 0 },
    ...{ kind: 'self', removed: [], query: 0, way: 'head' },
    ...{ position: null, written: [], part: { pair: null, whole: false } },
  };
  /** The tokens of the image. */
  let read: Read | null = null;
  const header = createModelHeader({ name, opened, messages, onClose: on.onClose });
  const board = createBoard({ messages, onChoose: choose });
  const choices = createChoices({
    ...{ messages, opened, choose, setKind() {} },
    remove(removed) {
      state.removed = removed;
      look();
      void viewing.see();
    },
  });
  const predictionBars = createPredictionBars(messages, opened, () => {});
  const heat = createHeat(messages, (query) => from(query));
  const picture = createPicture(messages, (given) => {
    void viewing.show(() => prepare(given, input));
  });
  const ways = createWays(messages, (way) => {
    state.way = way;
    steps.show(way === 'steps');
    look();
    void viewing.drawHeat();
  });
  const caption = createImageCaption(messages, input, (query) => from(query));
  const shows = { board, answer: predictionBars, heat, said: caption, theme: header.theme, onSeen };
  const viewing = createImageSession(connection, sizes, messages, state, shows);
  const session = { read: () => read, isBehind: () => false, sizes: () => sizes };
  const steps = createLayerSteps({
    ...{ connection, session, state, messages, language, name, isImage: true, again() {} },
    onHead(head) {
      if (head !== state.at.head) choose({ ...state.at, head });
    },
  });
  const { top, columns } = arrange(
    { picture, said: caption, answer: predictionBars, choices, board, ways, heat, steps },
    messages,
  );
  header.element.append(top, columns);
  const unfollow = header.follow(() => {
    look();
    void viewing.drawHeat();
  });
  const stopHearing = hearImages(header.element, picture.takeFrom);

  function onSeen(seen: Seen | null) {
    columns.toggleAttribute('data-empty', seen === null);
    read = seen && readOf(seen, messages);
    if (seen) steps.look();
  }

  function look() {
    board.resize(sizes);
    board.update({ chosen: state.at, removed: state.removed, theme: header.theme() });
    choices.update({ ...state, sizes });
    ways.update(state.way);
    steps.look();
  }

  const tell = () => on.onSelect?.({ ...state.at, query: state.query, key: null });

  function choose(at: Head) {
    state.at = at;
    look();
    tell();
    void viewing.drawHeat();
  }

  function from(query: number) {
    if (query === state.query) return;
    state.query = query;
    tell();
    void viewing.drawAll();
  }

  return {
    element: header.element,
    async start() {
      look();
      tell();
      picture.start();
    },
    stopped(error: Error, onAgain: () => void) {
      viewing.stop();
      caption.status('');
      header.stopped(error, onAgain);
    },
    text: () => '',
    dispose() {
      viewing.stop();
      unfollow();
      stopHearing();
      board.stop();
      heat.stop();
      steps.dispose();
    },
  };
}

function arrange(
  { picture, said, answer, choices, board, ways, heat, steps }: any,
  messages: Messages,
) {
  const left = h('div', null, picture.element, ...said.top);
  return {
    top: h('div', { class: 'models-top' }, left, answer.element),
    columns: h(
      'div',
      { class: 'models-columns image-columns' },
      h(
        'section',
        { class: 'models-every' },
        h('h3', null, messages.mapsLabel),
        h('p', { class: 'models-hint' }, messages.imageAbout),
        board.element,
      ),
      h(
        'section',
        { class: 'models-one' },
        h('div', { class: 'models-tools' }, choices.element, ways.element, choices.toggle),
        choices.removed,
        ways.hint,
        said.tokens,
        heat.element,
        said.looks,
        h('p', { class: 'models-hint image-hint' }, messages.lookChoose),
        steps.element,
      ),
    ),
  };
}
