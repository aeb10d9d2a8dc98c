// A static file server for npm start, and for tests of pages. It serves only the given folders, by default only to this
// machine.

import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Headers of an isolated page, which may use shared memory and so threads. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const types: Record<string, string> = {
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

interface ServerOptions {
  /** the folder to serve */
  root: string;
  /** sent with every response; default none */
  headers?: Record<string, string>;
  /** default 0: any free port */
  port?: number;
  /** a name or an address of this machine; default localhost, which no other machine reaches */
  host?: string;
  /** texts of additional pages, by name */
  pages?: Record<string, string>;
  /** additional folders, by their names in addresses; they need not exist yet */
  folders?: Record<string, string>;
  /** paths of files that stay as they are, which a browser need not ask for again; default none */
  kept?: RegExp;
}

export interface Running {
  /** ends with a slash */
  url: string;
  port: number;
  close: () => Promise<void>;
}

const LOCALHOST = 'localhost';
/** The addresses of localhost; a machine may lack the second. */
const LOOPBACK = ['127.0.0.1', '::1'];
/** The addresses of all interfaces. */
const EVERYWHERE = ['0.0.0.0', '::'];

/**
 * Serves a folder until it is closed.
 *
 * @throws the system's error, such as EADDRINUSE
 */
export async function serve({
  root,
  headers = {},
  port = 0,
  host = LOCALHOST,
  pages = {},
  folders = {},
  kept,
}: ServerOptions): Promise<Running> {
  const folder = await realpath(root);
  return listen({ port, host }, async (request, response) => {
    if (!isOurs(request.headers.host ?? '', host)) {
      response.writeHead(403, { 'Content-Type': types['.txt'] });
      response.end(`This server answers to ${host}; npm start -- --host says otherwise.\n`);
      return;
    }
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const [path] = (request.url ?? '').split('?');
    response.setHeader('Cache-Control', kept?.test(path) ? 'max-age=86400' : 'no-cache');
    const page = Object.entries(pages).find(([name]) => path === `/${name}`);
    if (page) {
      response.setHeader('Content-Type', types['.html']);
      response.end(page[1]);
      return;
    }
    const url = request.url ?? '/';
    const other = Object.keys(folders).find((name) => url.startsWith(`/${name}/`));
    const file = other
      ? await findFile(folders[other], url.slice(other.length + 1))
      : await findFile(folder, url);
    if (!file) {
      response.writeHead(404, { 'Content-Type': types['.txt'] }).end('Not found\n');
      return;
    }
    response.setHeader('ETag', file.version);
    if (request.headers['if-none-match'] === file.version) {
      response.writeHead(304).end();
      return;
    }
    response.setHeader('Content-Type', types[extname(file.path)] ?? 'application/octet-stream');
    response.setHeader('Content-Length', file.size);
    if (request.method === 'HEAD') response.end();
    else pipeline(createReadStream(file.path), response, () => {});
  });
}

/**
 * Answers requests until it is closed.
 *
 * @throws the system's error, such as EADDRINUSE
 */
export async function listen(
  { port, host }: { port: number; host: string },
  answer?: RequestListener,
): Promise<Running> {
  const [first, second] = host === LOCALHOST ? LOOPBACK : [host];
  const servers = [await open(first, port, answer)];
  const { port: opened } = servers[0].address() as AddressInfo;
  async function close() {
    await Promise.all(servers.map(end));
  }
  try {
    if (second) servers.push(await open(second, opened, answer));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      await close();
      if (port !== 0) throw error;
      return listen({ port, host }, answer); // tries another port, free on both addresses
    }
  }
  const name = EVERYWHERE.includes(host) ? LOCALHOST : isIP(host) === 6 ? `[${host}]` : host;
  return { url: `http://${name}:${opened}/`, port: opened, close };
}

function open(address: string, port: number, answer?: RequestListener): Promise<Server> {
  const server = createServer(answer);
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, address, () => resolve(server));
  });
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Whether a request's Host is this server. A foreign page could resolve its own name to this machine, and read the server's
 * files as its own; IP addresses cannot be abused this way.
 *
 * @param asked the Host header
 * @param host the server's host option
 */
function isOurs(asked: string, host: string) {
  if (!URL.canParse(`http://${asked}`)) return false;
  const { hostname } = new URL(`http://${asked}`);
  const name = hostname.replace(/^\[|\]$/g, '');
  return isIP(name) > 0 || name === host.toLowerCase() || /(^|\.)localhost$/.test(name);
}

/**
 * The file of an address, if it is inside the folder.
 *
 * @param root the folder
 * @returns version: another one after each change
 */
async function findFile(
  root: string,
  url: string,
): Promise<{ path: string; size: number; version: string } | null> {
  try {
    const folder = await realpath(root);
    const { pathname } = new URL(url, 'http://localhost');
    let path = join(folder, normalize(decodeURIComponent(pathname)));
    if ((await stat(path)).isDirectory()) path = join(path, 'index.html');
    path = await realpath(path); // a link may not lead out of the folder either
    if (!path.startsWith(folder + sep)) return null;
    const { size, mtimeMs } = await stat(path);
    return { path, size, version: `"${size}-${mtimeMs}"` };
  } catch {
    return null;
  }
}
