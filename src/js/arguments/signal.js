// Signals that stop work.

import { wrongKind } from './errors.js';

/**
 * With `load`, a signal is checked here, before the work.
 *
 * @param {{ signal: AbortSignal | null }} checked
 */
export function throwIfAborted({ signal }) {
  if (signal !== null && signal.aborted) {
    throw signal.reason ?? new DOMException('This operation was aborted', 'AbortError');
  }
}

/**
 * @param {unknown} value
 * @returns {AbortSignal | null}
 */
export function toSignal(value) {
  if (value === undefined) return null;
  const signal = /** @type {AbortSignal} */ (value);
  const alike =
    typeof value === 'object' &&
    value !== null &&
    typeof signal.aborted === 'boolean' &&
    typeof signal.addEventListener === 'function';
  if (!alike) throw wrongKind('signal', 'an AbortSignal', value);
  return signal;
}
