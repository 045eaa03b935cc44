/** The floor of a feed: bare node:http that writes the same bytes from memory; of a 304: one indexed read with `pg`. */
import http from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const READ = {
  name: 'revision',
  text: 'SELECT revision FROM "FeedRevision" WHERE "accountId" = $1',
  values: [process.env.ACCOUNT_ID],
};

let plain: Buffer = Buffer.alloc(0);
let brotli: Buffer = Buffer.alloc(0);

function answer(request: http.IncomingMessage, response: http.ServerResponse, body: Buffer): void {
  if (request.method === 'PUT') {
    plain = body;
    brotli = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    return void response.end();
  }
  if (request.headers['if-none-match'] !== undefined) {
    pool.query(READ).then(
      ({ rows: [row] }: pg.QueryResult<{ revision: string }>) =>
        response.writeHead(304, { etag: `W/"${row?.revision ?? 0}"` }).end(),
      () => response.writeHead(500).end(),
    );
    return;
  }
  const isCompressed = request.headers['accept-encoding'] === 'br';
  const bytes = isCompressed ? brotli : plain;
  response.writeHead(200, {
    'content-type': 'application/xml; charset=utf-8',
    'content-length': bytes.length,
    ...(isCompressed ? { 'content-encoding': 'br' } : {}),
  });
  response.end(bytes);
}

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => answer(request, response, Buffer.concat(chunks)));
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit());
