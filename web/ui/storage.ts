// Texts in the browser's storage. A page in a sandboxed frame has no storage.

export function stored(name: string) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @returns false where the browser has no storage */
export function store(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text);
    return localStorage.getItem(name) === text;
  } catch {
    return false;
  }
}
