// node --import ./as-variant.js: every import of headwise gets the variant that HEADWISE_VARIANT
// names, such as "relaxed 2", unless a test asks for another.

import { register } from 'node:module';

const variant = new URL('./variant.js', import.meta.url).href;
const hooks = `export const resolve = (name, context, next) =>
  name === 'headwise' && context.parentURL !== ${JSON.stringify(variant)}
    ? { url: ${JSON.stringify(variant)}, shortCircuit: true }
    : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
