/** The floor of the public blog: bare node:http with the statements of our services, and one indexed read for a 304. */
import http from 'node:http';
import pg from 'pg';
import { publicGet, publicList } from '@/server/modules/content/blog/public';
import { inLanguages } from '@/server/modules/content/blog/rows';
import { statementOf } from './lib/statements';

const accountId = process.env.ACCOUNT_ID;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

type Post = Parameters<typeof inLanguages>[0];

const LIST = await statementOf((db) => publicList(db));
const FIND = await statementOf((db) => publicGet(db, ''));
const REVISION = { name: 'revision', text: 'SELECT revision FROM "BlogRevision" WHERE "accountId" = $1' };

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  if (request.headers['if-none-match'] !== undefined) {
    const { rows } = await pool.query<{ revision: string }>({ ...REVISION, values: [accountId] });
    response.writeHead(304, { etag: `W/"${rows[0]?.revision ?? 0}"` }).end();
    return;
  }
  const slug = /^\/api\/v1\/blog\/public\/[^/]+\/(.+)$/.exec(request.url ?? '')?.[1];
  const { rows } =
    slug === undefined
      ? await pool.query<Post>({ ...LIST, values: [accountId, new Date()] })
      : await pool.query<Post>({ ...FIND, values: [accountId, slug, new Date()] });
  const posts = rows.map(inLanguages);
  const body = JSON.stringify({ data: slug === undefined ? { posts } : { post: posts[0] } });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

const server = http.createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit());
