// A model by its name at a hub that the page's owner allows: it is looked for, fetched, stored and removed only when the reader
// asks for it. A page without a hub asks no other server.

import assert from 'node:assert/strict';
import test from 'node:test';
import { filesOf, readModelGoldens } from '../../golden/models/read.js';
import { useChromium } from '../support/chromium.js';
import { COMMIT, openRoom, repository, serveHub } from '../support/hub.js';
import { until } from '../support/until.js';

const NAME = 'me/small';
const chromium = useChromium();

/** Files of weights of another model, of which none is preferred. */
const CHOICES = ['model-large.safetensors', 'model-small.safetensors'];

/**
 * Serves a small model as a hub does, and the page of an owner who allows that hub, until the test ends.
 *
 * @param {import('node:test').TestContext} t
 */
async function serveBoth(t) {
  const [golden] = await readModelGoldens(['gpt2']);
  const { 'model.safetensors': weights, ...others } = filesOf(golden);
  assert.ok(weights);
  const several = { ...others, ...Object.fromEntries(CHOICES.map((name) => [name, weights])) };
  const both = await serveHub(t, {
    ...repository('me/several', several, { [CHOICES[0]]: 2 * weights.length }),
    ...repository(NAME, { ...others, 'model.safetensors': weights }),
    ...repository('me/words', { 'README.md': Buffer.from('# A') }),
  });
  return { ...both, bytes: weights.length };
}

test('a model of the hub is found, fetched when asked for, stored, and removed', async (t) => {
  const both = await serveBoth(t);
  const { hub, bytes } = both;
  const { page, close } = await openRoom(chromium, both);
  const form = page.locator('.models-hub');
  const name = form.getByLabel(`Or the name of a model at ${hub.url.host}`);
  await name.waitFor();
  assert.equal(hub.requests.length, 0, 'nothing is asked before the reader asks');
  assert.equal(await form.getByText('Models stored in this browser').isVisible(), false);

  await name.fill('../secret');
  await name.press('Enter');
  await page.getByText('This is not a valid name. Write the owner').waitFor();
  assert.equal(hub.requests.length, 0);
  await name.fill('me/none');
  await name.press('Enter');
  await page.getByText(`${hub.url.host} gave no list of files: me/none`).waitFor();
  await name.fill('me/words');
  await name.press('Enter');
  await page.getByText('This model has no file of weights').waitFor();

  hub.requests.length = 0;
  await name.fill(NAME);
  await name.press('Enter');
  const card = page.locator('.models-card');
  await card.getByText(`The files come from ${hub.url.host}.`).waitFor();
  assert.equal(hub.requests.length, 1, 'the list alone');
  const kilobytes = (await card.locator('p').first().innerText()).match(/([\d.]+)\skB/)?.[1];
  assert.ok(Math.abs(Number(kilobytes) - bytes / 1000) <= 1, `${kilobytes} kB of ${bytes} bytes`);
  await card.getByRole('button', { name: `Open ${NAME}` }).click();
  await page.locator('.models-text textarea').first().waitFor();
  const fetched = hub.requests.filter(({ path }) => path.includes('/resolve/'));
  assert.ok(fetched.length >= 2 && fetched.every(({ path }) => path.includes(COMMIT)));
  await until(
    async () => new URL(page.url()).searchParams.get('hub') === NAME,
    'the name is in the address',
  );

  // the browser has stored the weights
  await page.getByRole('button', { name: 'Close the model' }).click();
  const stored = form.getByText('Models stored in this browser');
  await stored.waitFor();
  assert.equal(new URL(page.url()).searchParams.get('hub'), null);
  await stored.click();
  await form.getByRole('button', { name: `Remove ${NAME}` }).click();
  await page.getByText(`${NAME} was removed from this browser.`).waitFor();
  await stored.waitFor({ state: 'hidden' });
  const kept = await page.evaluate(async () => {
    const cache = await caches.open('headwise-models');
    return (await cache.keys()).length;
  });
  assert.equal(kept, 0);
  await close();
});

test('of several files of weights the reader chooses one, and only this one is fetched', async (t) => {
  const both = await serveBoth(t);
  const { hub, bytes } = both;
  const { page, close } = await openRoom(chromium, both);
  const name = page.locator('.models-hub').getByRole('textbox');
  await name.fill('me/several');
  await name.press('Enter');
  const card = page.locator('.models-card');
  const choice = card.getByRole('group', { name: 'This model has several files of weights.' });
  await choice.waitFor();
  const sizes = await choice.locator('label').allInnerTexts();
  assert.deepEqual(
    sizes.map((one) => one.replace(/\s+/g, ' ').trim().split(' ')[0]),
    [...CHOICES].reverse(),
    'the smallest first',
  );
  const open = card.getByRole('button', { name: 'Open me/several' });
  assert.equal(await open.isDisabled(), true, 'before a file is chosen');
  await card.getByText('A smaller file is loaded faster').waitFor();
  hub.requests.length = 0;
  await choice.getByLabel(CHOICES[1]).check();
  const size = card.getByText(/^1 file, .* of weights/);
  const kilobytes = (await size.innerText()).match(/([\d.]+)\skB/)?.[1];
  assert.ok(Math.abs(Number(kilobytes) - bytes / 1000) <= 1, `${kilobytes} kB of ${bytes} bytes`);
  assert.equal(hub.requests.length, 0, 'choosing fetches nothing');
  await open.click();
  await page.locator('.models-text textarea').first().waitFor();
  const fetched = hub.requests.filter(({ path }) => path.endsWith('.safetensors'));
  assert.ok(fetched.length > 0 && fetched.every(({ path }) => path.endsWith(CHOICES[1])));
  await close();
});

test('an address that names a model of the hub fills in its name, and asks nothing', async (t) => {
  const both = await serveBoth(t);
  const { hub } = both;
  const { page, close } = await openRoom(chromium, both, {
    path: `allowed.html?lang=en&hub=${NAME}`,
  });
  await page.getByText(`This address names a model at ${hub.url.host}.`).waitFor();
  assert.equal(await page.locator('.models-hub input').inputValue(), NAME);
  assert.equal(hub.requests.length, 0);
  await close();
});

test('a page without a hub offers none, and an address cannot name one', async (t) => {
  const both = await serveBoth(t);
  const { page, close } = await openRoom(chromium, both, { path: `?lang=en&hub=${NAME}` });
  await page.getByText('this copy of the page asks no other server').waitFor();
  assert.equal(await page.locator('.models-hub').count(), 0);
  assert.equal(both.hub.requests.length, 0);
  await close();
});
