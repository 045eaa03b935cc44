/**
 * The floor: bare node:http with `pg`, the least that can answer these requests. No authentication, no schema, no
 * router, no log; prepared statements, a pool of 16, one JSON.stringify.
 */
import http from 'node:http';
import pg, { TypeOverrides } from 'pg';

export interface FloorRequest {
  path: string;
  query: string;
  /** The parsed JSON, or an empty object. */
  body: Record<string, unknown>;
}

/** Gives what becomes `data`. */
export type FloorHandler = (pool: pg.Pool, request: FloorRequest) => Promise<unknown>;

/** Listens on PORT of the loopback and tells the parent. `handlerOf` chooses by method and path. */
export function runFloor(handlerOf: (method: string, path: string) => FloorHandler): void {
  const types = new TypeOverrides();
  types.setTypeParser(20, Number);
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16, types });

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse, text: string): Promise<void> => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const data = await handlerOf(request.method ?? '', path)(pool, {
      path,
      query,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    });
    const body = JSON.stringify({ data });
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  };

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      answer(request, response, chunks.length === 0 ? '' : Buffer.concat(chunks).toString()).catch((error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      });
    });
  });
  server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
  process.on('disconnect', () => process.exit());
}
