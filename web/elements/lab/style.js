// The lab's style sheets, adopted by the document or shadow root it is mounted in. No policy needs to
// allow inline styles for them.

/// <reference path="../css.d.ts" />

import base from './base.css';
import drawings from './drawings.css';
import exporting from './export/export.css';
import maps from './maps.css';
import panel from './panel.css';
import provenance from './provenance.css';
import steps from './steps.css';
import exhibits from '../lesson/exhibits.css';
import lesson from '../lesson/lesson.css';

/** @type {CSSStyleSheet[] | null} */
let sheets = null;

/**
 * @param {HTMLElement | ShadowRoot} root
 * @returns {() => void} takes them away again
 */
export function adoptStyles(root) {
  sheets ??= [base, maps, drawings, exporting, panel, steps, provenance, exhibits, lesson].map(
    (text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    },
  );
  const mine = sheets;
  const scope = /** @type {Document | ShadowRoot} */ (root.getRootNode());
  const missing = mine.filter((sheet) => !scope.adoptedStyleSheets.includes(sheet));
  scope.adoptedStyleSheets = [...scope.adoptedStyleSheets, ...missing];
  return () => {
    scope.adoptedStyleSheets = scope.adoptedStyleSheets.filter((sheet) => !missing.includes(sheet));
  };
}
