// The dialog that writes texts for embedding: each text, put into a page of its kind, shows the chosen content.

import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { strFromU8, unzipSync } from 'fflate';
import { makePackage } from '../../../src/build/release/scorm.ts';
import { buildDir, siteDir } from '../../../src/build/tools/paths.js';
import { changeState, DEFAULT_STATE } from '../../../web/elements/lab/state/state.ts';
import { PLACES } from '../../../web/page/embed-builder/snippets.ts';
import { violations } from '../support/axe.js';
import { settled, useChromium } from '../support/chromium.js';
import { ALL, sample } from '../support/sample.js';
import { loadLessonWords } from '../../../web/words/lessons.ts';
import { openMenu } from '../support/tools.js';
import { until } from '../support/until.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../../web/page/embed-builder/snippets.ts').Place} Place */

/** A teacher's server: pages of hers, and the page's files in a folder beside them. */
const TEACHER = join(buildDir, 'pages/teacher');
/** Places whose text is a frame or HTML, as that of others. @type {readonly Place[]} */
const SAME = ['moodle', 'canvas', 'quarto'];
/** A sentence that means something in HTML, in a template, in a directive, and in JSON. */
const TEXT = 'He\\n said: "it\'s <b>5</b> & `${x}` {y}"';

const chromium = useChromium({ own: true });
before(async () => {
  await rm(TEACHER, { recursive: true, force: true });
  await mkdir(TEACHER, { recursive: true });
  await cp(siteDir, join(TEACHER, 'headwise'), { recursive: true });
});

/**
 * The page with the dialog open.
 *
 * @param {Parameters<ReturnType<typeof useChromium>['open']>[0]} [options]
 * @param {Record<string, unknown>} [state] what the page shows
 */
async function openBuilder(options, state) {
  const opened = await chromium.open({ path: '?lang=en', ...options });
  if (state) {
    await opened.page.locator('#lab').evaluate((/** @type {any} */ host, part) => {
      host.lab.setState(part);
    }, state);
    await settled(opened.page);
  }
  await openMenu(opened.page, 'Tools');
  await opened.page.locator('#tools button[aria-haspopup=dialog]').click();
  await opened.page.locator('dialog.builder code').filter({ hasText: /./ }).waitFor();
  return opened;
}

/** @param {Page} page @param {string} base */
async function chooseBase(page, base) {
  await page.getByLabel('Address of headwise').fill(base);
  await page.waitForFunction(
    (text) => document.querySelector('.builder code')?.textContent?.includes(`"${text}`),
    base,
  );
}

/** @param {Page} page @returns {Promise<Record<Place, string>>} */
async function texts(page) {
  /** @type {Record<string, string>} */
  const all = {};
  for (const place of PLACES) {
    await page.locator(`#builder-${place}`).click();
    all[place] = (await page.locator('.builder code').textContent()) ?? '';
  }
  return /** @type {Record<Place, string>} */ (all);
}

/** What each place makes of its text: a page's body and script. */
const rendered = {
  html: plain,
  iframe: plain,
  moodle: plain,
  canvas: plain,
  /** A book's model has values and can do nothing, as nothing runs behind it. @param {string} text */
  myst(text) {
    const [, address, json] =
      text.match(/^```\{anywidget\} (\S+)\n(\{.+\})\n```$/) ?? assert.fail(text);
    const script = `
      const values = ${JSON.stringify(JSON.parse(json)).replaceAll('<', '\\u003C')};
      const fail = () => { throw new Error('not implemented'); };
      const { default: widget } = await import(new URL('${address}', document.baseURI));
      widget.render({
        model: { get: (name) => values[name], set: fail, save_changes: fail, on() {}, off: fail },
        el: document.body,
      });`;
    return { body: '', script };
  },
  /** @param {string} text */
  quarto(text) {
    const [, body] = text.match(/^```\{=html\}\n([\s\S]+)\n```$/) ?? assert.fail(text);
    assert.doesNotMatch(body, /^```/m);
    return plain(body);
  },
  /** React's way with elements: a property where there is one, else an attribute. @param {string} text */
  async docusaurus(text) {
    const [, jsx] =
      text.match(/^import Head from '@docusaurus\/Head';\n\n([\s\S]+)$/) ?? assert.fail(text);
    const options = /** @type {const} */ ({ loader: 'jsx', jsxFactory: 'h', jsxFragment: 'Both' });
    const { code } = await transform(`document.body.append(...<>${jsx}</>);`, options);
    const script = `
      const Both = (props, ...children) => children;
      const Head = (props, ...children) => { document.head.append(...children); return ''; };
      const h = (type, props, ...children) => {
        if (typeof type === 'function') return type(props, ...children);
        const element = document.createElement(type);
        for (const [name, value] of Object.entries(props ?? {})) {
          if (type.includes('-') && name in element) element[name] = value;
          else element.setAttribute(name, value);
        }
        element.append(...children);
        return element;
      };
      if (location.search) await import('./headwise/element.js');
      ${code}`;
    return { body: '', script };
  },
  /** Vue makes an element of a component whose name is an element's. @param {string} text */
  vitepress(text) {
    assert.match(text, /<headwise-lab v-pre[ >]/);
    return plain(text.replace(/<component is="script"(.+?)><\/component>/, '<script$1></script>'));
  },
  /** @param {string} text of Python */
  gradio(text) {
    const [, body, head] =
      text.match(/gr\.HTML\("{3}([\s\S]+?)"{3}\)[\s\S]+head="{3}(.+?)"{3}\)$/) ?? assert.fail(text);
    assert.doesNotMatch(body + head, /\\/);
    return plain(body + head);
  },
  /** @param {string} text of Python, whose texts here are JSON's */
  streamlit(text) {
    const [, address, height, title] =
      text.match(/^import .+\n\nst\.iframe\((".+"), height=(\d+), alt=(".+")\)$/) ??
      assert.fail(text);
    const script = `const frame = document.createElement('iframe');
      Object.assign(frame, { src: ${address}, height: ${height}, title: ${title} });
      document.body.append(frame);`;
    return { body: '', script };
  },
  /** @param {string} text */
  observable: (text) => ({
    body: '',
    script: `
      const width = 800;
      const html = (strings, ...values) => {
        const template = document.createElement('template');
        template.innerHTML = String.raw(strings, ...values);
        return template.content.firstElementChild;
      };
      document.body.append(${text});`,
  }),
};

/** @param {string} body */
function plain(body) {
  return { body, script: '' };
}

/**
 * Puts a text into a page of the teacher's, opens it, and gives what its lab shows.
 *
 * @param {Place} place
 * @param {string} text
 * @param {string} [search] of the page's address
 */
async function use(place, text, search = '') {
  const { body, script } = await rendered[place](text);
  const path = `${place}.html`;
  await writeFile(
    join(TEACHER, path),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
    <body>${body}<script type="module">${script}</script></body></html>`,
  );
  const { page, close } = await chromium.open({
    root: TEACHER,
    path: path + search,
    headers: {},
    settle: false,
  });
  const isFrame = text.includes('iframe');
  const inside = isFrame ? page.frameLocator('iframe') : page.locator('headwise-lab');
  await inside.getByText(/Computed on your device|Calculado en tu dispositivo/).waitFor();
  const lab = isFrame ? page.frameLocator('iframe').locator('#lab') : page.locator('headwise-lab');
  const shown = await lab.evaluate((/** @type {any} */ one) => ({
    state: one.state ?? one.mounted.getState(),
    lang: one.lang,
    locked: (one.shadowRoot ?? one).querySelector('[data-locked]')?.dataset.locked ?? '',
    theme: (one.shadowRoot ?? one).querySelector('.headwise-lab').dataset.theme,
  }));
  if (isFrame) {
    assert.ok(await page.locator('iframe').getAttribute('height'));
    assert.ok(await page.locator('iframe').getAttribute('title'));
  }
  await close();
  return shown;
}

test('every text shows the lesson that was chosen, from its scene, in its language, locked', async () => {
  const { page, close } = await openBuilder();
  await page.getByLabel('Content').selectOption('masks');
  await page.getByLabel('It begins with').selectOption('2');
  await page.locator('.builder').getByLabel('Language').selectOption('es');
  await page.getByLabel('Colours').selectOption('dark');
  await page.getByLabel('The sentence', { exact: true }).check();
  await page.getByLabel('Leaving the lesson').check();
  await chooseBase(page, 'headwise/');
  const all = await texts(page);
  await close();
  assert.equal(all.canvas, all.moodle);
  // one of each kind: an element, a frame, data and properties
  const kinds = /** @type {const} */ (['html', 'iframe', 'myst', 'docusaurus']);
  const tried = ALL ? PLACES.filter((one) => one !== 'canvas') : kinds;
  for (const place of tried) {
    const { state, lang, locked, theme } = await use(place, all[place]);
    assert.deepEqual(
      [state.lesson.id, state.lesson.scene, lang, locked, theme],
      ['masks', 1, 'es', 'text lessons', 'dark'],
      place,
    );
  }
});

test('every text shows what the page shows, whatever stands in it', async () => {
  const part = {
    text: TEXT,
    heads: 2,
    causal: true,
    view: 'table',
    selection: { head: 1, query: 2, key: 1 },
    edits: { 'scores.0.2.1': 0.1 + 0.2 },
  };
  const { page, close } = await openBuilder({}, part);
  await chooseBase(page, 'headwise'); // the slash is added
  const all = await texts(page);
  await close();
  const expected = changeState(DEFAULT_STATE, /** @type {any} */ (part));
  assert.equal(expected.edits['scores.0.2.1'], 0.1 + 0.2);
  for (const place of PLACES.filter((one) => ALL || !SAME.includes(one))) {
    const { state } = await use(place, all[place]);
    assert.deepEqual(state, expected, place);
  }
  // and where a framework sets properties, as the element is there already
  assert.deepEqual((await use('docusaurus', all.docusaurus, '?early')).state, expected);
});

test('a text that an address cannot hold goes along where there is none, and the dialog says so', async () => {
  const text = Array.from({ length: 1200 }, (_, i) => (i * 7919).toString(36)).join(' ');
  const { page, close } = await openBuilder({}, { text });
  await page.locator('#builder-iframe').click();
  await page.getByText('does not fit in an address').waitFor();
  assert.doesNotMatch((await page.locator('.builder code').textContent()) ?? '', /text=/);
  await page.locator('#builder-html').click();
  assert.equal(await page.getByText('does not fit in an address').isVisible(), false);
  assert.ok((await page.locator('.builder code').textContent())?.includes(text));
  await close();
});

test('the address is this page’s own, and what is none is refused', async () => {
  const { page, url, close } = await openBuilder();
  const field = page.getByLabel('Address of headwise');
  assert.equal(await field.inputValue(), url);
  await page.getByText('Only your device can reach this address').waitFor();
  for (const wrong of ['javascript:alert(1)', 'https://', 'two words']) {
    await field.fill(wrong);
    await page.getByText('This is not a valid address').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(await page.getByRole('button', { name: 'Copy', exact: true }).isEnabled(), false);
  }
  await field.fill('https://school.example/tools/headwise');
  await page.getByText('The address of this page').waitFor();
  await page
    .locator('.builder code')
    .filter({ hasText: '"https://school.example/tools/headwise/element.js"' })
    .waitFor();
  await close();
});

test('the dialog loads on demand, works by keyboard, and copies', async () => {
  const { page, requests, close } = await chromium.open({
    path: '?lang=en',
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  assert.equal(requests.filter((address) => /embed-builder|element/.test(address)).length, 0);
  const button = page.getByRole('button', { name: 'Embed', exact: true });
  await openMenu(page, 'Tools');
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Put this into your page' }).waitFor();
  await page.getByRole('tab', { name: 'HTML page' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(
    await page.getByRole('tab', { name: 'Frame' }).getAttribute('aria-selected'),
    'true',
  );
  await page.getByRole('tabpanel', { name: 'Frame' }).waitFor();
  await page.keyboard.press('Tab'); // the text
  await page.keyboard.press('Tab'); // its button
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  // the height in the text follows the preview, which may come between the copy and this look
  await until(async () => {
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    if (copied === (await page.locator('.builder code').textContent())) return true;
    await page.keyboard.press('Enter');
  }, 'the text that is shown in the clipboard');
  // the preview is the element as it will be; Escape in it is its own
  await page.locator('.builder-preview').scrollIntoViewIfNeeded();
  await page
    .locator('.builder-preview')
    .getByText(/Computed on your device/)
    .waitFor();
  await page.locator('.builder-preview').getByRole('gridcell').first().focus();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('dialog').isVisible(), true);
  await page.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // the item is hidden with its menu, whose button has the focus
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Tools');
  assert.equal(await page.locator('headwise-lab').count(), 0);
  await close();
});

test('without navigator.clipboard the text is copied all the same', async () => {
  const { page, close } = await openBuilder();
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await close();
});

test('one file and a SCORM package are made in the page', async () => {
  const word = (/** @type {number} */ at) => ((at * 2654435761) >>> 0).toString(36);
  const words = Array.from({ length: 60 }, (_, i) =>
    Array.from({ length: 24 }, (_, j) => word(24 * i + j)).join(''),
  );
  const text = words.join(' '); // does not fit in an address
  const { page, close } = await openBuilder({}, { text, heads: 8 });
  await page.locator('#builder-file').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as one HTML file' }).click(),
  ]);
  const path = join(TEACHER, 'saved.html');
  await file.saveAs(path);
  assert.equal(file.suggestedFilename(), 'headwise.html');

  await page.getByLabel('Content').selectOption('masks');
  await page.getByLabel('How many heads').check();
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a SCORM package' }).click(),
  ]);
  await zip.saveAs(join(TEACHER, 'saved.zip'));
  await page.getByText('Saved as headwise-masks.zip').waitFor();

  // the lesson that is about the English model takes it along
  const english = page.getByLabel('Include the English model');
  assert.equal(await english.isChecked(), false);
  await page.getByLabel('Content').selectOption('sinks');
  await page.locator('.builder-files input:checked').waitFor();
  const warning = page.getByText('This lesson is about the English model');
  assert.equal(await warning.count(), 0);
  await english.uncheck();
  await warning.waitFor();
  await english.check();
  const [lesson] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as one HTML file' }).click(),
  ]);
  await lesson.saveAs(join(TEACHER, 'sinks.html'));
  const saved = await readFile(join(TEACHER, 'sinks.html'), 'utf8');
  assert.ok(/<script [^>]*data-english>[\w+/]{100}/.test(saved), 'the model is in the file');
  await close();

  // the package is the one that the command makes
  const title = `Lesson on attention: ${/** @type {any} */ (await lessonTitle())}`;
  const expected = unzipSync(await makePackage({ lesson: 'masks', locked: 'heads', title }));
  const files = unzipSync(await readFile(join(TEACHER, 'saved.zip')));
  assert.deepEqual(Object.keys(files), Object.keys(expected));
  for (const name of ['index.html', 'LICENSE']) {
    assert.ok(Buffer.from(files[name]).equals(Buffer.from(expected[name])), name);
  }
  const without = (/** @type {Uint8Array} */ bytes) =>
    strFromU8(bytes).replace(/identifier="headwise-\w+"/, '');
  assert.equal(without(files['imsmanifest.xml']), without(expected['imsmanifest.xml']));

  // the file shows what the page showed
  const opened = await chromium.open({
    root: TEACHER,
    path: 'saved.html',
    headers: {},
    settle: false,
  });
  opened.requests.length = 0;
  await opened.page.goto(String(pathToFileURL(path)));
  await opened.page.getByText(/Computed on your device/).waitFor();
  const state = await opened.page
    .locator('#lab')
    .evaluate((/** @type {any} */ host) => host.mounted.getState());
  assert.deepEqual([state.text, state.heads], [text, 8]);
  opened.requests.length = 0;
  await opened.close();
});

async function lessonTitle() {
  return (await loadLessonWords('en')).masks.title;
}

for (const [name, options] of /** @type {const} */ ([
  ['a phone', { viewport: { width: 390, height: 800 } }],
  ['a tablet, dark', { viewport: { width: 768, height: 1000 }, context: { colorScheme: 'dark' } }],
  ['a desk', {}],
]).slice(0, ALL ? 3 : 2)) {
  test(`${name}: nothing overflows, and axe-core finds nothing`, async () => {
    const { page, close } = await openBuilder({ headers: {}, ...options });
    for (const place of sample(['html', 'iframe', 'file'], 2)) {
      await page.locator(`#builder-${place}`).click();
      const wider = await page
        .locator('dialog.builder')
        .evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
      assert.equal(wider, 0, place);
      assert.deepEqual(await violations(page, 'dialog.builder'), [], place);
    }
    await close();
  });
}
