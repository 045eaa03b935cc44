/**
 * Clients that take nothing of their answer: each would hold a socket, and what is to be sent, for as long as it likes.
 */
import type { Server, ServerResponse } from 'node:http';

/** The time that a client may take not a byte of what waits for it. */
const PATIENCE_MS = 30_000;

/**
 * Ends such connections, whatever is sent over them: streams, files, pages. Node reports a connection on which nothing
 * moved for `server.timeout`; an answer that is still being made is no fault of the client's, and goes on.
 */
export function endStalledReaders(server: Server): void {
  server.timeout = PATIENCE_MS;
  server.on('request', (_request, response: ServerResponse) => {
    response.on('timeout', (socket: NonNullable<ServerResponse['socket']>) => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}
