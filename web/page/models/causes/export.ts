// The export menu of the view of causes: the figure, the numbers and the program of the open tab.

/// <reference path="../../../elements/css.d.ts" />

import { exportGroups } from '../../../elements/lab/export/groups.ts';
import { toCsv, toJson, toNpy } from '../../../elements/lab/export/numbers.ts';
import { pngOf, svgOf, tikzOf } from '../../../elements/lab/export/picture.ts';
import style from '../../../elements/lab/export/export.css';
import { button } from '../../../ui/controls.ts';
import { createDisclosure } from '../../../ui/disclosure.ts';
import { download } from '../../../ui/download.ts';
import { messageOf } from '../../../ui/errors.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import type { Group } from '../../../elements/lab/export/groups.ts';
import type { LabelledArray } from '../../../elements/lab/export/numbers.ts';
import type { Figure } from '../../../views/figure.ts';
import type { Theme } from '../../../views/color.ts';
import type { Messages } from '../../../words/en/causes.ts';

/** The results on the screen. */
export interface Exported {
  name: string;
  figure: () => Figure;
  /** the first one is drawn */
  arrays: () => readonly LabelledArray[];
  /** choices that determine the numbers */
  state: unknown;
  program: () => string;
  theme: Theme;
  fontFamily: string;
}

const FORMATS = {
  svg: 'image/svg+xml',
  png: 'image/png',
  tex: 'text/x-tex',
  csv: 'text/csv',
  json: 'application/json',
  npy: 'application/octet-stream',
  js: 'text/javascript',
} as const;
type Format = keyof typeof FORMATS;

export const exportStyle = style;

/** @param current null: nothing is computed yet */
export function createExport(messages: Messages, current: () => Exported | null) {
  let outcome = '';
  const groups: readonly Group<Format>[] = [
    {
      label: messages.exportFigure,
      items: [
        ['svg', messages.exportSvg],
        ['png', messages.exportPng],
        ['tex', messages.exportTex],
      ],
    },
    {
      label: messages.exportNumbers,
      items: [
        ['csv', messages.exportCsv],
        ['json', messages.exportJson],
        ['npy', messages.exportNpy],
      ],
    },
    { label: messages.exportProgram, items: [['js', messages.exportJs]] },
  ];
  const box = createDisclosure(
    () => root.element,
    () => root.render(view()),
  );

  async function save(format: Format) {
    const now = current();
    box.close();
    if (!now) return;
    try {
      const name = `${now.name}.${format}`;
      download(name, [await contentOf(now, format)], FORMATS[format]);
      outcome = sayText(messages.exportSaved, { name });
    } catch (error) {
      outcome = sayText(messages.exportFailed, { detail: messageOf(error) });
    }
    root.render(view());
  }

  const view = () => html`<div class="export" hidden=${!current()} @keydown=${box.closeByKey}>
    ${button(messages.exportOpen, () => box.toggle(), { look: 'quiet', expanded: box.isOpen() })}
    <div class="export-list" hidden=${!box.isOpen()}>
      ${exportGroups(groups, (format) => void save(format), false)}
    </div>
    <span class="export-said" role="status">${outcome}</span>
  </div>`;

  const root = createRoot(view());
  return {
    element: root.element,
    /** @param isOther whether other results are on the screen */
    update(isOther: boolean) {
      if (isOther) outcome = '';
      root.render(view());
    },
  };
}

function contentOf(now: Exported, format: Format): BlobPart | Promise<BlobPart> {
  const { fontFamily, theme } = now;
  switch (format) {
    case 'svg':
      return svgOf(now.figure(), fontFamily, theme);
    case 'png':
      return pngOf(now.figure(), fontFamily, theme);
    case 'tex':
      return tikzOf(now.figure(), fontFamily);
    case 'csv':
      return toCsv(now.arrays()[0]);
    case 'json':
      return toJson(now.name, now.arrays(), now.state);
    case 'npy':
      return toNpy(now.arrays()[0]);
    case 'js':
      return now.program();
  }
}
