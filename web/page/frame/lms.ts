// Finds the API object of the learning platform around this page.
// SCORM 1.2, section 3.3 of its run-time environment. The object is not trusted: it may throw, and
// may return anything.

interface Lms {
  /** calls a function of the platform; '' where it fails */
  call: (name: string, ...args: string[]) => string;
}

/** Most parent windows that are searched, as in the standard. */
const MOST_WINDOWS = 7;
const FUNCTIONS = ['LMSInitialize', 'LMSGetValue', 'LMSSetValue', 'LMSCommit', 'LMSFinish'];

/** @returns null where there is no platform */
export function findLms(from: Window = window): Lms | null {
  for (const start of [from, from.opener]) {
    let at = start;
    for (let i = 0; at && i < MOST_WINDOWS; i++) {
      const api = apiOf(at);
      if (api) return { call: (name, ...args) => callOf(api, name, args) };
      at = around(at);
    }
  }
  return null;
}

/** The parent of a window; it can be read across origins. */
function around(at: any) {
  try {
    return at.parent === at ? null : at.parent;
  } catch {
    return null;
  }
}

/** `window.API` may also be an element with that id, a frame, or another script's variable. */
function apiOf(at: any): any {
  try {
    const { API: api } = at;
    return FUNCTIONS.every((name) => typeof api?.[name] === 'function') ? api : null;
  } catch {
    return null; // a window of another origin
  }
}

function callOf(api: any, name: string, args: readonly string[]) {
  try {
    const answer = api[name](...args);
    return ['string', 'boolean', 'number'].includes(typeof answer) ? String(answer) : '';
  } catch {
    return '';
  }
}
