/**
 * Refuses connection upgrades in production: a request that asks for one is answered as if it had not (RFC 9110 §7.8),
 * because `curl --http2` and Java's client always ask. Node does that by itself while nobody listens for upgrades. In
 * development Next's hot reload needs WebSockets, so this file listens.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Returns the bytes of the request without its upgrade header; the part of its body that was already read follows in
 * `head`.
 */
function withoutUpgrade(request: IncomingMessage, head: Buffer): Buffer {
  const lines = [`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/${request.httpVersion}`];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(index, index + 2);
    if (!/^upgrade$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]);
}

/**
 * Passes upgrades of Next's own addresses to Next; a connection that asks for any other upgrade is read again from its
 * start as a plain request.
 * @param nextServer the server object that Next was given, which listens on no port
 */
export function serveHotReload(server: Server, nextServer: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.startsWith('/_next/') === true && nextServer.emit('upgrade', request, socket, head)) return;
    socket.unshift(withoutUpgrade(request, head));
    server.emit('connection', socket);
  });
}
