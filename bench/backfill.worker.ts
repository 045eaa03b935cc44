/** A process of bench/backfill.ts: the shop, a bare loop that reads it, or the worker's part in shops. */
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { request } from 'undici';
import { loadSettings } from '@/server/platform/env';
import { keepHeapSmall } from '@/server/platform/lib/small-heap';
import { createServices } from '@/server/assembly/services';
import { API_VERSION } from '@/server/modules/shops/adapters/shopify/client';
import { ASKINGS } from '@/server/modules/shops/adapters/shopify/queries';
import { createShopifyStandIn } from '@/server/modules/shops/adapters/shopify/stand-in';
import { serveStandIn } from '@/server/modules/shops/adapters/shopify/testing';
import { GENEROUS, makeShop } from '@/server/testing/shopify-shop';
import { startShops } from '@/server/modules/shops/connections/worker/dispatcher';

const report = (message: object): void => void process.send?.(message);

/** Answers what it has answered before from memory: reading it twice costs what sending it costs. */
async function shop(rows: number): Promise<void> {
  const at = new Date();
  const standIn = createShopifyStandIn(makeShop({ customers: rows, orders: rows }, at), {
    now: () => at,
    bucket: GENEROUS,
  });
  const known = new Map<string, Awaited<ReturnType<typeof standIn.handle>>>();
  const served = await serveStandIn({
    async handle(asked) {
      served.requests.length = 0;
      const key = `${asked.path} ${asked.body}`;
      const answer = known.get(key) ?? (await standIn.handle(asked));
      if (asked.path.endsWith('graphql.json') && answer.status === 200) known.set(key, answer);
      return answer;
    },
  });
  report({ base: served.base });
}

/** What node-postgres's queue of queries takes, and its types do not say. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** COPY of one text, over the protocol that node-postgres speaks. */
const copy = (client: pg.Client, text: string, rows: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const submitted = {
      submit: (connection: CopyConnection) => connection.query(text),
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(Buffer.from(rows));
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    };
    client.query(submitted as unknown as pg.Submittable);
  });

interface Node {
  id: string;
  updatedAt: string;
}

/** Fetches the same pages one after the other and copies what they hold into a table, as it is. */
async function bare(base: string, token: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const started = performance.now();
  for (const resource of ['customers', 'orders'] as const) {
    const { page, root } = ASKINGS[resource];
    for (let last: string | null = null; ;) {
      const query: string | null = last === null ? null : `id:>${last}`;
      const answer = await request(`${base}/admin/api/${API_VERSION}/graphql.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
        body: JSON.stringify({ query: page, variables: { first: 250, query } }),
      });
      const body = JSON.parse(await answer.body.text()) as {
        data: Record<string, { nodes: Node[]; pageInfo: { hasNextPage: boolean } }>;
      };
      const { nodes, pageInfo } = body.data[root] ?? { nodes: [], pageInfo: { hasNextPage: false } };
      const lines = nodes.map(
        (node) => `${node.id}\t${node.updatedAt}\t${JSON.stringify(node).replaceAll('\\', '\\\\')}`,
      );
      await copy(client, `COPY bare (ref, updated, node) FROM STDIN`, `${lines.join('\n')}\n`);
      if (!pageInfo.hasNextPage) break;
      last = nodes.at(-1)?.id.split('/').at(-1) ?? null;
    }
  }
  report({ ms: performance.now() - started });
}

function work(): void {
  keepHeapSmall();
  const services = createServices(loadSettings(process.env), { name: 'worker', poolSize: 16 });
  process.on('message', () => {
    startShops(services);
    setInterval(() => report({ rss: process.memoryUsage.rss() }), 200);
  });
  report({ ready: true });
}

const { MODE, SHOP_BASE = '', TOKEN = '', ROWS } = process.env;
process.on('disconnect', () => process.exit());
if (MODE === 'shop') await shop(Number(ROWS));
else if (MODE === 'bare') await bare(SHOP_BASE, TOKEN);
else work();
