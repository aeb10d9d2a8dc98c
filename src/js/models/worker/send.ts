// Sends a request with the caller's values to the worker of a model. A value that no message can carry, such as a function, is
// refused by its place, as the checks in the worker would refuse it.

import { wrongKind } from '../../arguments/errors.ts';
import type { Remote } from '../../runtime/worker-client.ts';

const EXPECTED = 'a value that a worker can be sent';
/** of objects inside each other */
const DEEPEST = 6;

/** @param how what stays on this side: a signal and a callback */
export async function send(
  remote: Remote,
  request: Parameters<Remote['ask']>[0] & { checked: Readonly<Record<string, unknown>> },
  how: Parameters<Remote['ask']>[1],
): Promise<any> {
  try {
    return await remote.ask(request, how);
  } catch (error) {
    const { cause } = Object(error);
    if (Object(cause).name !== 'DataCloneError') throw error;
    throw refusalOf(request.checked, cause);
  }
}

function refusalOf({ input, options, given }: Readonly<Record<string, unknown>>, cause: unknown) {
  // a question's arguments have no names of their own, only the fields of objects have
  const others = Array.isArray(given) ? given : [];
  const unnamed = [options, ...others].map((one) => [one, ''] as const);
  for (const [value, path] of [[input, 'input'] as const, ...unnamed]) {
    const found = unsentIn(value, path, DEEPEST);
    if (found) return wrongKind(found.path || 'options', EXPECTED, found.value);
  }
  return new TypeError(`options: expected values that a worker can be sent: ${cause}`);
}

/** The first function or symbol in a value. */
function unsentIn(
  value: unknown,
  path: string,
  deep: number,
): { path: string; value: unknown } | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return { path, value };
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || deep === 0)
    return;
  for (const [name, one] of Object.entries(value)) {
    const inside = Array.isArray(value) ? `${path}[${name}]` : path && `${path}.${name}`;
    const found = unsentIn(one, inside || name, deep - 1);
    if (found) return found;
  }
  return;
}
