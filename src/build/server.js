// A small static file server: for npm start, and for tests that need a page served one way or
// another. It serves files of one folder and nothing else.

import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream';

/** What makes a page "isolated", so that the browser gives it shared memory and with it threads. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/**
 * @typedef {object} ServerOptions
 * @property {string} root the folder to serve
 * @property {Record<string, string>} [headers] sent with every answer; default none
 * @property {number} [port] default 0: any free one
 */

/**
 * Serves a folder until closed.
 *
 * @param {ServerOptions} options
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>} url ends with a
 *   slash
 * @throws the system's error, such as EADDRINUSE
 */
export async function serve({ root, headers = {}, port = 0 }) {
  const folder = await realpath(root);
  const server = createServer(async (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Cache-Control', 'no-cache');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const file = await findFile(folder, request.url ?? '/');
    if (!file) {
      response.writeHead(404, { 'Content-Type': types['.txt'] }).end('Not found\n');
      return;
    }
    response.setHeader('Content-Type', types[extname(file.path)] ?? 'application/octet-stream');
    response.setHeader('Content-Length', file.size);
    if (request.method === 'HEAD') response.end();
    else pipeline(createReadStream(file.path), response, () => {});
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, () => resolve(undefined));
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://localhost:${address.port}/`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * The file that an address means, if it is inside the folder.
 *
 * @param {string} folder
 * @param {string} url
 * @returns {Promise<{ path: string, size: number } | null>}
 */
async function findFile(folder, url) {
  try {
    const { pathname } = new URL(url, 'http://localhost');
    let path = join(folder, normalize(decodeURIComponent(pathname)));
    if ((await stat(path)).isDirectory()) path = join(path, 'index.html');
    path = await realpath(path); // a link may not lead out of the folder either
    if (!path.startsWith(folder + sep)) return null;
    const { size } = await stat(path);
    return { path, size };
  } catch {
    return null;
  }
}
