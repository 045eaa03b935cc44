/** The floor of programs: the transaction of our service over a bare connection, and the two statements of a click. */
import http from 'node:http';
import pg, { TypeOverrides } from 'pg';
import type { WorkspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { attribute } from '@/server/modules/creators/programs/attribute';
import { linkOf, noteClick } from '@/server/modules/creators/programs/clicks';

const accountId = process.env.ACCOUNT_ID ?? '';
const types = new TypeOverrides();
types.setTypeParser(20, BigInt);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16, types });

/** Runs what our services run, word for word, as prepared statements. */
const over = (connection: Pick<pg.Pool, 'query'>): Pick<StatementTx, 'rows' | 'now'> => ({
  now: new Date(),
  rows: async <Row, Values extends readonly unknown[]>(
    { name, text }: WorkspaceStatement<Row, Values>,
    ...values: Values
  ) => (await connection.query({ name, text, values: [accountId, ...values] })).rows as Row[],
});

interface ConversionBody {
  checkoutSessionId: string;
  customerId: string;
  customerEmail: string;
  code: string;
  amount: number;
  currency: string;
}

async function convert(body: ConversionBody): Promise<unknown> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const made = await attribute(over(client) as StatementTx, {
      ...body,
      email: body.customerEmail,
      phone: null,
      discountCodes: [],
      clickId: null,
      orderAmount: body.amount,
      refundedAmount: 0,
      newCustomer: null,
      networkHash: null,
      externalSource: null,
      externalRef: null,
      occurredAt: new Date(),
    });
    await client.query('COMMIT');
    return made;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function follow(code: string): Promise<string> {
  const db = over(pool);
  const link = await linkOf(db, code);
  if (link === undefined) throw new Error(`No link ${code}.`);
  const click = await noteClick(db, { appSecret: '' }, link, { referrer: null, ip: null });
  return `${link.landingUrl}?ref=${code}&click=${click}`;
}

async function answer(request: http.IncomingMessage, response: http.ServerResponse, text: string): Promise<void> {
  if (request.method === 'GET') {
    const location = await follow((request.url ?? '').split('/').at(-1) ?? '');
    response.writeHead(302, { location }).end();
    return;
  }
  const body = JSON.stringify({ data: await convert(JSON.parse(text) as ConversionBody) });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    answer(request, response, Buffer.concat(chunks).toString()).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit());
