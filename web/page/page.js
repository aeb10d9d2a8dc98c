// The page: mounts the lab, keeps its state in the address, and says so if it cannot start.

import { loadInWorker } from 'headwise';
import { mountLab } from '../elements/lab/lab.js';
import { h } from '../elements/lab/dom.js';
import { messages } from '../elements/messages/en.js';
import { createCopyButton } from './copy-button.js';
import { followAddress, readAddress } from './history.js';

const host = /** @type {HTMLElement} */ (document.getElementById('lab'));
const { state, problem } = readAddress();
const check = h('a', { href: 'check.html' }, messages.checkLink);
check.addEventListener('click', () => {
  check.hash = location.hash; // so that the way back leads here
});
const lab = mountLab(host, {
  load: () => loadInWorker({ threads: 'auto' }),
  state,
  messages,
  below: check,
  onChange: (next, kind) => address.changed(next, kind),
});
const address = followAddress(lab, messages);
document.getElementById('waiting')?.remove();
createCopyButton(/** @type {HTMLButtonElement} */ (document.getElementById('copy')), {
  text: () => location.href,
  words: { ...messages, copy: messages.copyLink },
});
if (problem === 'newer') lab.remark(messages.addressNewer);

// for the console and for tests: getState(), setState(), settled()
Object.assign(host, { lab });
