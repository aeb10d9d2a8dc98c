// The drawing of two multiplications: their product is beside them where there is room, and below them elsewhere.

import assert from 'node:assert/strict';
import test from 'node:test';
import { layoutWay } from '../../../web/views/five-ways-layout.ts';

test('the product of two matrices is beside them where all three fit, and below them elsewhere', () => {
  for (const heads of [1, 4, 16]) {
    for (const width of [280, 358, 520, 760]) {
      const { blocks, strips, ...size } = layoutWay('c', { width, embedDim: 64, heads });
      const where = `${heads} heads, ${width} px`;
      const own = blocks.filter(({ source }) => source === 'own');
      const product = blocks.filter(({ source }) => source === 'collapsed');
      assert.equal(product.length, heads, where);
      assert.ok(size.width <= width, `${where}: ${size.width}`);
      const isBeside = product.every(({ y }) => y === own[0].y);
      assert.equal(isBeside, width === 760, where);
      const { x, y, width: wide, height } = own[heads - 1];
      if (isBeside) assert.ok(product[0].x > x + wide, where);
      else assert.ok(product[0].y > y + height, where);
      for (const part of [...blocks, ...strips]) {
        assert.ok(part.x + part.width <= size.width && part.y + part.height <= size.height, where);
      }
    }
  }
});
