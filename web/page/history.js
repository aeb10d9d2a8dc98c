// Keeps the lab's state in the address: reloading, sharing, back and forward bring it back.

import { decodeAddress, encodeAddress } from '../elements/lab/address.js';

/**
 * @typedef {import('../elements/lab/lab.js').Lab} Lab
 * @typedef {import('../elements/lab/lab.js').ChangeKind} ChangeKind
 * @typedef {import('../elements/lab/state.js').LabState} LabState
 */

/** Letters typed within this many milliseconds are one step back, not many. */
const ONE_STEP = 1500;
/** Some browsers allow 100 changes of the address in 30 seconds. */
const LEAST_PAUSE = 350;

export function readAddress() {
  return decodeAddress(location.hash);
}

/**
 * @param {Lab} lab
 * @param {import('../elements/messages/en.js').Messages} messages
 */
export function followAddress(lab, messages) {
  /** @type {ChangeKind | null} */
  let lastKind = null;
  let lastTime = -Infinity;
  let timer = 0;
  let restoring = false;
  let complete = true;

  /** @param {'push' | 'replace'} how */
  function write(how) {
    clearTimeout(timer);
    timer = 0;
    const encoded = encodeAddress(lab.getState());
    if (encoded.complete !== complete) {
      complete = encoded.complete;
      lab.remark(complete ? '' : messages.addressTooLong);
    }
    if (encoded.hash === location.hash) return;
    try {
      if (how === 'push') history.pushState(null, '', encoded.hash);
      else history.replaceState(null, '', encoded.hash);
    } catch {
      // a page in a sandboxed frame may have no address of its own; everything else still works
    }
  }

  function restore() {
    clearTimeout(timer);
    const { state, problem } = readAddress();
    restoring = true;
    lab.setState(state);
    restoring = false;
    lastKind = null;
    complete = true;
    lab.remark(problem === 'newer' ? messages.addressNewer : '');
  }
  // fires for back, forward and an address edited by hand
  addEventListener('popstate', restore);
  addEventListener('pagehide', () => {
    if (timer !== 0) write('replace');
  });

  return {
    /**
     * @param {LabState} _state
     * @param {ChangeKind} kind
     */
    changed(_state, kind) {
      if (restoring) return;
      const now = performance.now();
      const sameStep = kind === lastKind && kind !== 'change' && now - lastTime < ONE_STEP;
      lastKind = kind;
      lastTime = now;
      if (!sameStep) write('push');
      else timer ||= window.setTimeout(() => write('replace'), LEAST_PAUSE);
    },
  };
}
