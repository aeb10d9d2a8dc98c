// Texts in the browser's storage. A page in a sandboxed frame has no storage.

/** @param {string} name */
export function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} text @returns {boolean} false where the browser keeps nothing */
export function store(name, text) {
  try {
    localStorage.setItem(name, text);
    return localStorage.getItem(name) === text;
  } catch {
    return false;
  }
}
