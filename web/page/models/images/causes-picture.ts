// The view of causes for a model of images, loaded when it is opened first. A head is shown over the image, on which the reader
// chooses the patch that attends and the patch that is attended to.

import { headHue, markOf } from '../../../views/color.ts';
import { segments } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { loadCausesWords } from '../../../words/causes.ts';
import { createLazyView } from '../lazy-view.ts';
import { keyOf } from '../causes/head-map.ts';
import { createHeat } from './heat.ts';
import { queryTokens } from './image-caption.ts';
import type { ImageInput } from 'headwise/models';
import type { Theme } from '../../../views/color.ts';
import type { CreateHeadMap, ShownHead } from '../causes/head-map.ts';
import type { OpenModel } from '../open-model.ts';
import type { Seen } from './patch-names.ts';
import type { prepare } from './prepare.ts';

/** The image on the screen, as the model has read it. */
export interface Picture {
  image: ReturnType<typeof prepare>;
  seen: Seen;
  theme: Theme;
}

/** @param picture null: there is no image */
export function createImageCauses(model: OpenModel, picture: () => Picture | null) {
  return createLazyView(model, async () => {
    const [{ createCausesView }, words] = await Promise.all([
      import('../causes/causes.ts'),
      loadCausesWords(model.language),
    ]);
    return createCausesView(model, null, {
      createMap: headOverImage(model, words, picture),
      image() {
        const { image } = picture()!; // there is a result
        const { canvas, data } = image;
        return { data, width: canvas.width, height: canvas.height };
      },
    });
  });
}

type Words = Awaited<ReturnType<typeof loadCausesWords>>;

function headOverImage(
  { opened, messages }: OpenModel,
  words: Words,
  picture: () => Picture | null,
): CreateHeadMap {
  return (onChange) => {
    const input = opened.image as ImageInput;
    let shown: ShownHead | null = null;
    let side: 'query' | 'key' = 'query';
    const heat = createHeat(messages, choose);
    const view = () => html`<div class="image-head">
      <div class="models-tools">
        <span>${words.pictureSide}</span>
        ${segments(
          words.pictureSide,
          [
            { value: 'query', text: words.pictureQuery },
            { value: 'key', text: words.pictureKey },
          ] as const,
          side,
          (next) => {
            side = next;
            draw();
          },
        )}
      </div>
      ${shown && queryTokens(input, shown[side], messages, choose, words.pictureToken)} ${heat.element}
    </div>`;
    const { element, render } = createRoot(view());

    function choose(token: number) {
      if (!shown || shown[side] === token) return;
      const { maps, head } = shown;
      const pair =
        side === 'query'
          ? { query: token, key: keyOf(maps, head, token) }
          : { query: shown.query, key: token };
      shown = { ...shown, ...pair };
      draw();
      onChange({ head, ...pair });
    }

    function draw() {
      render(view());
      const now = picture();
      if (!shown || !now) return;
      const { maps, head, query } = shown;
      const [, rows, columns] = maps.shape;
      const start = (head * rows + query) * columns;
      heat.show({
        image: now.image.canvas,
        seen: now.seen,
        shares: maps.data.subarray(start, start + columns),
        query: shown[side],
        color: markOf(headHue(head), now.theme),
      });
    }

    return {
      element,
      async show(next) {
        shown = next;
        draw();
      },
      draw,
      dispose: heat.stop,
    };
  };
}
