// Templates in a browser: what each kind of hole writes, what stays when a list changes, and what is refused.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { build } from 'esbuild';
import { root } from '../../../src/build/tools/paths.js';
import { strictPolicy, useChromium } from '../support/chromium.js';

const chromium = useChromium();

/** @type {string} the templates and the controls, as one script */
let script;
/** @type {Awaited<ReturnType<typeof chromium.open>>} */
let opened;
before(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from './template.ts'; export * from './controls.ts'; export * from './text.ts'; export * from './memo.ts';`,
      resolveDir: join(root, 'web/ui'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'ui',
  });
  script = outputFiles[0].text;
  opened = await chromium.open({ headers: strictPolicy });
  await opened.page.evaluate(`${script}; globalThis.ui = ui;`);
});
after(() => opened.close());

/**
 * Runs a function in the page, with the templates and an empty element in the document.
 *
 * @template T
 * @param {(ui: any, box: HTMLElement) => T} work
 * @returns {Promise<Awaited<T>>}
 */
const run = (work) =>
  opened.page.evaluate(`(async () => {
    const box = document.createElement('div');
    document.body.append(box);
    try { return await (${work})(globalThis.ui, box); } finally { box.remove(); }
  })()`);

test('children: texts, numbers, nodes, templates and lists; nothing for null, undefined and booleans', async () => {
  const texts = await run(({ html, render }, box) =>
    [
      'a',
      0,
      null,
      undefined,
      false,
      true,
      document.createElement('i'),
      html`<b>c</b>`,
      ['d', 1],
    ].map((child) => {
      render(html`<p>${child}</p>`, box);
      return box.innerHTML.replaceAll('<!---->', '');
    }),
  );
  assert.deepEqual(texts, [
    '<p>a</p>',
    '<p>0</p>',
    ...Array(4).fill('<p></p>'),
    '<p><i></i></p>',
    '<p><b>c</b></p>',
    '<p>d1</p>',
  ]);
});

test('text is text, never markup', async () => {
  const found = await run(({ html, render }, box) => {
    render(html`<p title=${'"><img>'}>${'<img src=x onerror=alert(1)>'}</p>`, box);
    return [box.querySelectorAll('img').length, box.textContent, box.querySelector('p')?.title];
  });
  assert.deepEqual(found, [0, '<img src=x onerror=alert(1)>', '"><img>']);
});

test('attributes: whole, in parts, removed, without a value', async () => {
  const found = await run(({ html, render }, box) =>
    [
      ['a', true, 'x'],
      [null, false, null],
      [undefined, undefined, 2],
    ].map(([title, hidden, kind]) => {
      render(html`<p title=${title} hidden=${hidden} class="bar ${kind} b-${kind}"></p>`, box);
      return box.querySelector('p')?.outerHTML;
    }),
  );
  assert.deepEqual(found, [
    '<p title="a" hidden="" class="bar x b-x"></p>',
    '<p class="bar  b-"></p>',
    '<p class="bar 2 b-2"></p>',
  ]);
});

test("properties are written where the element's own differ, whatever was typed", async () => {
  const found = await run(({ html, render }, box) => {
    const view = (/** @type {string} */ text) => html`<input .value=${text} .readOnly=${true} />`;
    render(view('a'), box);
    const input = /** @type {HTMLInputElement} */ (box.querySelector('input'));
    input.value = 'typed';
    render(view('a'), box);
    return [input.value, input.readOnly];
  });
  assert.deepEqual(found, ['a', true]);
});

test('a listener is the newest one; null listens to nothing', async () => {
  const found = await run(({ html, render }, box) => {
    /** @type {string[]} */
    const heard = [];
    const view = (/** @type {any} */ listener) => html`<button @click=${listener}>b</button>`;
    for (const listener of [() => heard.push('a'), () => heard.push('b'), null]) {
      render(view(listener), box);
      box.querySelector('button')?.click();
    }
    return heard;
  });
  assert.deepEqual(found, ['a', 'b']);
});

test('ref receives the element once; vars write style under a policy that forbids style attributes', async () => {
  const found = await run(({ html, render }, box) => {
    let times = 0;
    const view = (/** @type {number} */ share) =>
      html`<i ref=${() => times++} vars=${{ '--share': share, width: `${share}px` }}></i>`;
    render(view(1), box);
    render(view(2), box);
    const { style } = /** @type {HTMLElement} */ (box.firstElementChild);
    return [times, style.getPropertyValue('--share'), style.width];
  });
  assert.deepEqual(found, [1, '2', '2px']);
});

test('paint receives the element whenever it is rendered', async () => {
  const found = await run(({ html, render }, box) => {
    /** @type {string[]} */
    const painted = [];
    const view = (/** @type {string} */ text) =>
      html`<canvas
        paint=${(/** @type {Element} */ canvas) => painted.push(`${canvas.localName} ${text}`)}
      ></canvas>`;
    render(view('a'), box);
    render(view('b'), box);
    return painted;
  });
  assert.deepEqual(found, ['canvas a', 'canvas b']);
});

test('an unchanged template keeps its elements; another one replaces them', async () => {
  const found = await run(({ html, render }, box) => {
    const view = (/** @type {string} */ text) => html`<p>${text}</p>`;
    render(view('a'), box);
    const first = box.firstElementChild;
    render(view('b'), box);
    const kept = box.firstElementChild === first && first?.textContent === 'b';
    render(html`<p>${'b'}</p>`, box);
    return [kept, box.firstElementChild === first, box.children.length];
  });
  assert.deepEqual(found, [true, false, 1]);
});

test('elements of a keyed list move with their keys, in any order of 200 random changes', async () => {
  const found = await run(({ html, render, keyed }, box) => {
    let seed = 1;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const view = (/** @type {number[]} */ keys) =>
      html`<ul>
        <li>first</li>
        ${keyed(
          keys,
          (/** @type {number} */ key) => key,
          (/** @type {number} */ key) => html`<li>${key}</li>`,
        )}
        <li>last</li>
      </ul>`;
    /** @type {Map<string, Element>} */
    const known = new Map();
    for (let i = 0; i < 200; i++) {
      const keys = Array.from({ length: 8 }, (_, key) => key)
        .filter(() => random() < 0.7)
        .sort(() => random() - 0.5);
      render(view(keys), box);
      const items = [...box.querySelectorAll('li')];
      const texts = items.map(({ textContent }) => textContent ?? '');
      if (texts.join() !== ['first', ...keys, 'last'].join()) return `${i}: ${texts}`;
      for (const item of items) {
        const text = item.textContent ?? '';
        if (known.has(text) && known.get(text) !== item) return `${i}: ${text} was created again`;
        known.set(text, item);
      }
      for (const text of known.keys()) if (!texts.includes(text)) known.delete(text);
    }
    return 'same';
  });
  assert.equal(found, 'same');
});

test('a list by index keeps its elements when it grows and shrinks, and gives way to one by keys', async () => {
  const found = await run(({ html, render, keyed }, box) => {
    const item = (/** @type {string} */ text) => html`<i>${text}</i>`;
    const view = (/** @type {any} */ list) => html`<p>${list}</p>`;
    const texts = [];
    let first = null;
    for (const list of [['a', 'b', 'c'], ['d'], ['e', 'f']]) {
      render(view(list.map(item)), box);
      const items = [...box.querySelectorAll('i')];
      first ??= items[0];
      texts.push(items.map(({ textContent }) => textContent).join(''), items[0] === first);
    }
    render(view(keyed(['g'], (/** @type {string} */ key) => key, item)), box);
    texts.push(box.textContent);
    render(view([item('h')]), box);
    texts.push(box.textContent, box.querySelectorAll('i').length);
    return texts;
  });
  assert.deepEqual(found, ['abc', true, 'd', true, 'ef', true, 'g', 'h', 1]);
});

test('a template that is rendered again, such as that of a memo, is skipped', async () => {
  const found = await run(({ createMemo, html, render }, box) => {
    let calls = 0;
    const memo = createMemo();
    const view = (/** @type {string} */ text, /** @type {number} */ share) =>
      memo([text, share], () => {
        calls++;
        return html`<input .value=${text} size=${share} />`;
      });
    const seen = [];
    for (const [text, share] of /** @type {const} */ ([
      ['a', 1],
      ['a', 1],
      ['a', 2],
      ['b', 2],
    ])) {
      render(view(text, share), box);
      const input = /** @type {HTMLInputElement} */ (box.querySelector('input'));
      seen.push(`${input.value} ${input.size} ${calls}`);
      input.value = 'typed';
    }
    return seen;
  });
  assert.deepEqual(found, ['a 1 1', 'typed 1 1', 'a 2 2', 'b 2 3']);
});

test('a moved list keeps the focus of an element that did not need to move', async () => {
  const found = await run(({ html, render, keyed }, box) => {
    const view = (/** @type {string[]} */ keys) =>
      keyed(
        keys,
        (/** @type {string} */ key) => key,
        (/** @type {string} */ key) => html`<button>${key}</button>`,
      );
    render(view(['a', 'b', 'c']), box);
    box.querySelectorAll('button')[1].focus();
    render(view(['b', 'd']), box);
    return document.activeElement?.textContent;
  });
  assert.equal(found, 'b');
});

test('line breaks show nothing beside tags, and one space between words', async () => {
  const found = await run(({ html, render }, box) => {
    render(
      html`
        <p>
          one two three <b>four</b>
          ${'five'} six${' '}
          <i>seven</i>
        </p>
      `,
      box,
    );
    return box.innerHTML.replaceAll('<!---->', '');
  });
  assert.equal(found, '<p>one two three <b>four</b>five six <i>seven</i></p>');
});

test('drawings: elements of SVG and MathML', async () => {
  const found = await run(({ html, render }, box) => {
    render(
      html`<svg viewBox="0 0 1 1"><path d=${'M0 0'} /></svg><math><mi>${'x'}</mi></math>`,
      box,
    );
    return ['path', 'mi'].map((name) => box.querySelector(name)?.namespaceURI);
  });
  assert.deepEqual(found, ['http://www.w3.org/2000/svg', 'http://www.w3.org/1998/Math/MathML']);
});

test('parts of drawings and formulas are elements of SVG and MathML, also in lists', async () => {
  const found = await run(({ html, svg, mathml, render }, box) => {
    const view = (/** @type {string[]} */ lines, /** @type {any} */ letter) => html`
      <svg viewBox="0 0 1 1">${lines.map((d) => svg`<path d=${d} />`)}</svg>
      <math
        ><mrow
          >${letter}<mtext><b>b</b></mtext></mrow
        ></math
      >
    `;
    const spaces = () =>
      [...box.querySelectorAll('path, mi, msup, b')].map(
        ({ namespaceURI, localName }) => `${localName} ${namespaceURI?.split('/').at(-1)}`,
      );
    const x = mathml`<mi>${'x'}</mi>`;
    render(view(['M0 0', 'M1 1'], x), box);
    const before = spaces();
    render(view(['M1 1'], mathml`<msup>${x}${x}</msup>`), box);
    return [before, spaces()];
  });
  assert.deepEqual(found, [
    ['path svg', 'path svg', 'mi MathML', 'b xhtml'],
    ['path svg', 'msup MathML', 'mi MathML', 'mi MathML', 'b xhtml'],
  ]);
});

test('a root keeps its template, and a hole must be a child or an attribute', async () => {
  const found = await run(({ html, createRoot }) => {
    const root = createRoot(html`<p>${1}</p>`);
    return [
      () => root.render(html`<p>${1}</p>`),
      () => createRoot(html`<textarea>${'a'}</textarea>`),
    ].map((refused) => {
      try {
        refused();
      } catch (error) {
        return /** @type {Error} */ (error).message;
      }
    });
  });
  assert.deepEqual(
    found.map((text) => text?.replace(/:.*/, '')),
    ['A root keeps its template.', 'A hole is no child and no attribute'],
  );
});

test('segments are one stop of the Tab key, and the pressed one is it', async () => {
  const found = await run(({ html, render, segments }, box) => {
    /** @type {string[]} */
    const chosen = [];
    const choices = ['a', 'b', 'c'].map((text) => ({ value: text, text }));
    const view = (/** @type {string | null} */ value) =>
      segments('Letters', choices, value, (/** @type {string} */ next) => chosen.push(next));
    const stops = () =>
      [...box.querySelectorAll('button')]
        .filter(({ tabIndex }) => tabIndex === 0)
        .map(({ textContent }) => textContent);
    render(view(null), box);
    const first = stops();
    render(view('b'), box);
    const second = stops();
    const [, b, c] = box.querySelectorAll('button');
    b.focus();
    b.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
    const focused = document.activeElement === c;
    const third = stops();
    c.click();
    return [first, second, focused, third, chosen, b.getAttribute('aria-pressed')];
  });
  assert.deepEqual(found, [['a'], ['b'], true, ['c'], ['c'], 'true']);
});

test('texts with placeholders take children and choose plural forms', async () => {
  const found = await run(({ html, render, say, sayText }, box) => {
    render(
      html`<p>
        ${say('In {head}, {count} {count:token|tokens}', { head: html`<b>H</b>`, count: 2 })}
      </p>`,
      box,
    );
    return [box.textContent, sayText('{count} {count:token|tokens}', { count: 1 })];
  });
  assert.deepEqual(found, ['In H, 2 tokens', '1 token']);
});

test('a button has its look, the classes of its place first, and only the attributes that it is given', async () => {
  const written = await run(({ button, render }, box) => {
    /** @type {string[]} */
    const pressed = [];
    const listen = (/** @type {Event} */ { type }) => pressed.push(type);
    const states = [
      button('a', listen),
      button('b', listen, { look: 'quiet', classes: 'more small', expanded: false, title: 't' }),
      button('c', null, { look: 'link', submit: true, current: true, label: 'l', disabled: true }),
      button('d', listen, { inactive: true, pressed: true, hidden: true }),
    ];
    const texts = states.map((state) => {
      render(state, box);
      box.querySelector('button')?.click();
      return box.innerHTML.replaceAll(/<!--.*?-->/g, '');
    });
    return { texts, pressed };
  });
  assert.deepEqual(written, {
    texts: [
      '<button type="button" class="button plain">a</button>',
      '<button type="button" class="more small button quiet" title="t" aria-expanded="false">b</button>',
      '<button type="submit" class="button link" aria-label="l" disabled="" aria-current="true">c</button>',
      '<button type="button" class="button plain" hidden="" aria-disabled="true" aria-pressed="true">d</button>',
    ],
    pressed: ['click', 'click', 'click'],
  });
});

test('a slider is set after its bounds, and tells where it is while it moves', async () => {
  const found = await run(({ slider, render }, box) => {
    /** @type {unknown[]} */
    const told = [];
    const make = (/** @type {number} */ max, /** @type {number} */ value) =>
      render(
        slider({ min: 0, max, value, slide: (/** @type {number} */ to) => told.push(to) }),
        box,
      );
    make(3, 2);
    make(300, 250);
    const input = /** @type {HTMLInputElement} */ (box.querySelector('input'));
    told.push(input.valueAsNumber);
    input.value = '7';
    input.dispatchEvent(new Event('input'));
    return [...told, input.hasAttribute('aria-label')];
  });
  assert.deepEqual(found, [250, 7, false]);
});
