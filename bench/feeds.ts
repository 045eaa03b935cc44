/**
 * The product feed at its largest, 5,000 products: read from the database and written for each request, beside a server
 * that has the same bytes in memory; what a 304 costs; and how much memory many of them take at once.
 */
import http from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { packageRoot } from '@/server/platform/lib/package-root';
import { median } from './lib/compare';
import { sendAll } from './lib/load';
import { peakOf } from './lib/peak';
import { type RunningServer, startFloor } from './lib/servers';

const PRODUCTS = 5_000;
const FEEDS = 40;
const NOT_MODIFIED = 20_000;
/** Feeds that are read at once while they are timed; a 304 is asked for over 32 connections, as everything else is. */
const READERS = 8;
const AT_ONCE = [1, 10, 50];

/** Names and descriptions as shops write them, about 500 bytes a product; no two are the same. */
const INSERT = `
  INSERT INTO "FeedProduct" ("accountId", "externalRef", slug, name, description, "priceCents", currency, available, "imageUrl", brand, "productCategory", "updatedAt")
  SELECT $1, 'SKU-' || n, 'kopi-' || md5(n::text), 'Kopi ' || (ARRAY['Gayo', 'Toraja', 'Kintamani', 'Mandailing'])[1 + n % 4] || ' ' || n, 'Biji kopi & "bunga" nomor ' || n || ', ' || md5('a' || n) || ', disangrai setiap Selasa dan dikirim pada hari yang sama agar sampai segar.',
    50000 + n * 100, 'IDR', true, 'https://kopinusantara.example/img/' || md5(n::text) || '.jpg?w=800&h=800', 'Kopi Nusantara', 'Food, Beverages & Tobacco > Beverages > Coffee', now() - n * interval '1 minute'
  FROM generate_series(1, ${PRODUCTS}) n`;

export interface FeedOptions {
  databaseUrl: string;
  accountId: string;
  /** Our server, started for this alone: its memory is looked at. */
  ours: RunningServer;
  rounds: number;
}

/** @returns the figures as Markdown */
export async function measureFeeds({ databaseUrl, accountId, ours, rounds }: FeedOptions): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(INSERT, [accountId]);
  await client.query('ANALYZE "FeedProduct"');
  await client.end();

  const feed = `/api/v1/feeds/shopping/${accountId}.xml`;
  const xml = Buffer.from(await (await fetch(ours.url + feed)).arrayBuffer());
  const floor = await startFloor(path.join(packageRoot, 'bench', 'feeds.floor.ts'), {
    DATABASE_URL: databaseUrl,
    ACCOUNT_ID: accountId,
  });
  try {
    await fetch(floor.url + feed, { method: 'PUT', body: xml });
    const rows = [];
    for (const [title, headers, count] of [
      ['feed, as it is', {}, FEEDS],
      ['feed, brotli', { 'accept-encoding': 'br' }, FEEDS],
      ['feed with If-None-Match: 304', { 'if-none-match': '*' }, NOT_MODIFIED],
    ] as const) {
      const turn = (server: RunningServer): Promise<number> =>
        'if-none-match' in headers
          ? sendAll(
              server.url,
              Array.from({ length: count }, () => ({ method: 'GET' as const, path: feed, headers })),
              true,
            )
          : readAll(server.url + feed, headers, count);
      await turn(floor);
      await turn(ours);
      const speeds = [];
      for (let round = 0; round < rounds; round++) speeds.push({ floor: await turn(floor), ours: await turn(ours) });
      rows.push([
        title,
        Math.round(median(speeds.map((speed) => speed.floor))).toLocaleString('en'),
        shown(median(speeds.map((speed) => speed.ours))),
        median(speeds.map((speed) => speed.ours / speed.floor)).toFixed(3),
      ]);
    }
    const peaks = [];
    for (const count of AT_ONCE)
      peaks.push(
        `${count}: ${await peakOf(ours, () => Promise.all(Array.from({ length: count }, () => fetch(ours.url + feed).then((answer) => answer.arrayBuffer()))))} MB`,
      );
    const stalled = await peakOf(ours, () => withStalled(ours.url, feed, Math.max(...AT_ONCE)));
    return [
      `| ${PRODUCTS.toLocaleString('en')} products, ${(xml.length / 1e6).toFixed(1)} MB | from memory, a second | ours, a second | ratio |`,
      '|---|---:|---:|---:|',
      ...rows.map((row) => `| ${row.join(' | ')} |`),
      '',
      `Memory of the process while so many feeds are read at once: ${peaks.join(', ')}; with ${Math.max(...AT_ONCE)} clients that stop reading: ${stalled} MB.`,
    ].join('\n');
  } finally {
    await floor.stop();
  }
}

const shown = (rate: number): string => (rate < 100 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en'));

/** Reads the feed `count` times and gives the feeds a second. */
async function readAll(url: string, headers: Record<string, string>, count: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: READERS });
  const began = performance.now();
  await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<void>((resolve, reject) => {
          http
            .get(url, { headers, agent }, (message) => {
              if (message.statusCode !== 200) reject(new Error(`${url} answers ${message.statusCode ?? 0}`));
              message.on('error', reject).on('end', resolve).resume();
            })
            .on('error', reject);
        }),
    ),
  );
  agent.destroy();
  return (count / (performance.now() - began)) * 1000;
}

/** Clients that ask and then read nothing, for five seconds. */
async function withStalled(url: string, feed: string, count: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () =>
    connect({ host: hostname, port: Number(port) }, function (this: ReturnType<typeof connect>) {
      this.pause();
      this.write(`GET ${feed} HTTP/1.1\r\nHost: bench\r\n\r\n`);
    }),
  );
  await sleep(5_000);
  for (const socket of sockets) socket.destroy();
}
