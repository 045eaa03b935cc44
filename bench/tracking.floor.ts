/** The floor of tracked links: the one read of our service, and a redirect. No signature is proven and nobody is noted. */
import http from 'node:http';
import pg from 'pg';
import { findVisit } from '@/server/modules/messaging/broadcasts/visits';
import { statementOf } from './lib/statements';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const FIND = await statementOf((db) => findVisit(db, '', 0));

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const [accountId, messageId, index] = (request.url ?? '').replace('/l/', '').split('.');
  const { rows } = await pool.query<{ link: string }>({ ...FIND, values: [accountId, messageId, Number(index)] });
  response.writeHead(302, { location: rows[0]?.link ?? '' }).end();
}

const server = http.createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit());
