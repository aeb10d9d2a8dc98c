// A choice shows something useful at once: a difference of two heads, the mask from before, a word that can be chosen.

import assert from 'node:assert/strict';
import test from 'node:test';
import { setState, settled, stateOf, useChromium } from '../support/chromium.js';
import { showMore } from '../support/tools.js';
import { numberOfText } from '../support/number-text.js';

const chromium = useChromium();

test('a difference is opened with another head than the selected one', async () => {
  const { page, close } = await chromium.open();
  await showMore(page);
  for (const heads of [2, 4, 16]) {
    for (const head of [0, 1, heads - 1]) {
      await setState(page, { heads, compare: null, selection: { head, query: 1, key: null } });
      await page.getByRole('button', { name: 'Difference' }).click();
      await settled(page);
      assert.notEqual(
        numberOfText(await page.locator('.big-number').textContent()),
        0,
        `${heads}, ${head}`,
      );
    }
  }
  // one head differs from none: what comes after is compared with what there is
  await setState(page, { heads: 1, compare: null });
  await page.getByRole('button', { name: 'Difference' }).click();
  await settled(page);
  assert.ok('run' in ((await stateOf(page)).compare ?? {}));
  await page.getByText('The maps are compared with a snapshot.').waitFor();
  await close();
});

test('words that the model does not know leave its mask as it is', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  /** Which places of the first map are masked: dots have no number in the table. */
  const masked = async () => {
    await setState(page, { view: 'table' });
    return page
      .locator('.table-view tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.matches('.masked'))),
      );
  };
  await setState(page, { text: 'The girls see it.' });
  const before = await masked();
  assert.ok(before[0][1] && !before[1][0], 'a model that looks back');
  await setState(page, { text: 'The girlz see it.' });
  await page.locator('.unknown').waitFor();
  assert.deepEqual(await masked(), before);
  assert.equal(await page.locator('.controls .switch').isVisible(), false);
  await close();
});

test('a known word goes into the sentence where the caret is', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  await setState(page, { text: 'The girls it.' });
  await showMore(page);
  await page.getByText('The words it knows').click();
  const words = page.getByRole('group', { name: 'Words to put into the sentence' });
  const field = page.locator('textarea').first();
  await field.focus();
  await field.evaluate((/** @type {HTMLTextAreaElement} */ one) => one.setSelectionRange(9, 9));
  await words.getByRole('button', { name: 'see', exact: true }).click();
  await settled(page);
  assert.equal((await stateOf(page)).text, 'The girls see it.');
  await words.getByRole('button', { name: 'and', exact: true }).click();
  await settled(page);
  assert.equal((await stateOf(page)).text, 'The girls see and it.');
  // by the keyboard as well, and in place of what is marked
  await field.evaluate((/** @type {HTMLTextAreaElement} */ one) => one.setSelectionRange(0, 3));
  await words.getByRole('button', { name: 'my', exact: true }).press('Enter');
  await settled(page);
  assert.equal((await stateOf(page)).text, 'my girls see and it.');
  await close();
});
