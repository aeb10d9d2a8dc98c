// The package on Next's server.
import * as headwise from 'headwise';
import * as reference from 'headwise/reference';
import { tryAll } from '../../tries.js';

export const dynamic = 'force-dynamic'; // computed when asked for, not when built

export default async function Page() {
  return <pre>{JSON.stringify(await tryAll(headwise, reference))}</pre>;
}
