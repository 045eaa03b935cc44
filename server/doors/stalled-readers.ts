/**
 * Ends connections of clients that stop reading their answer. Each would hold a socket and the unsent bytes for as long
 * as it likes.
 */
import type { Server, ServerResponse } from 'node:http';

/** The milliseconds for which a client may read nothing while bytes wait for it. */
const PATIENCE_MS = 30_000;

/**
 * Ends stalled connections, whatever is sent over them: streams, files, pages. Node reports a connection on which
 * nothing moved for `server.timeout`; if the server is still making the answer, the connection stays.
 */
export function endStalledReaders(server: Server): void {
  server.timeout = PATIENCE_MS;
  server.on('request', (_request, response: ServerResponse) => {
    response.on('timeout', (socket: NonNullable<ServerResponse['socket']>) => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}
