// A server of files for tests, with ranges and with faults that a test chooses.

import { createServer } from 'node:http';
import { once } from 'node:events';

/**
 * @typedef {object} Faults
 * @property {number} [breakAfter] bytes of a body after which the connection ends, until `breaks` are used up
 * @property {number} [breaks]
 * @property {boolean} [ignoreRange]
 * @property {{ at: number, until: Promise<boolean> }} [pause] waits within a file that is sent as a whole; false: it breaks
 * @property {boolean} [wrongRange] sends the bytes after the requested ones
 * @property {number} [wrongTotal]
 * @property {boolean} [changing] another ETag each time
 * @property {string} [token] that must be sent
 * @property {(path: string, begin: number, end: number) => unknown} [hold] waits before a range is sent; false: it fails
 */

/**
 * @param {Record<string, Uint8Array>} files by path
 * @param {Record<string, string>} [redirects]
 * @param {Record<string, string>} [headers] sent with every answer
 */
export async function serveFiles(files, redirects = {}, headers = {}) {
  /** @type {Faults} */
  const faults = {};
  /** @type {{ path: string, range?: string }[]} */
  const requests = [];
  let pending = 0;
  const server = createServer(async (request, response) => {
    pending++;
    response.once('close', () => pending--);
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname);
    requests.push({ path, range: request.headers.range });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (faults.token && request.headers.authorization !== `Bearer ${faults.token}`) {
      return void response.writeHead(401).end();
    }
    if (path in redirects) {
      return void response.writeHead(302, { location: redirects[path] }).end();
    }
    const file = files[path];
    if (!file) return void response.writeHead(404).end('none');
    const etag = `"${faults.changing ? requests.length : file.length}"`;
    const asked = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (faults.pause && file.length > faults.pause.at) {
      const { at, until } = faults.pause;
      response.writeHead(200, { etag, 'content-length': file.length });
      response.write(file.subarray(0, at));
      return (await until) ? void response.end(file.subarray(at)) : void response.destroy();
    }
    if (!asked || faults.ignoreRange) return void response.writeHead(200, { etag }).end(file);
    const shift = faults.wrongRange && Number(asked[1]) > 0 ? 1 : 0;
    const begin = Number(asked[1]) + shift;
    const end = Math.min(file.length, Number(asked[2]) + 1 + shift);
    if (begin >= file.length) return void response.writeHead(416, { etag }).end();
    if ((await faults.hold?.(path, begin, end)) === false)
      return void response.writeHead(500).end();
    const total = faults.wrongTotal ?? file.length;
    response.writeHead(206, {
      etag,
      'content-range': `bytes ${begin}-${end - 1}/${total}`,
      'content-length': end - begin,
    });
    const body = file.subarray(begin, end);
    if (faults.breakAfter !== undefined && (faults.breaks ?? Infinity) > 0) {
      if (faults.breaks) faults.breaks--;
      return void response.write(body.subarray(0, faults.breakAfter), () => response.destroy());
    }
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    faults,
    requests,
    /** the number of answers that are not ended */
    pending: () => pending,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
