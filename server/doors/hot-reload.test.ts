/** Upgrades in development: Next's own reach it, every other request is served as if it had asked for none. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveHotReload } from '@/server/doors/hot-reload';
import { rawHttp } from '@/server/testing/raw-http';

describe('a server with hot reload', () => {
  const upgrades = http.createServer();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      response.end(`${request.method ?? ''} ${request.url ?? ''} ${Buffer.concat(chunks).toString()};`),
    );
  });
  let baseUrl = '';
  beforeAll(async () => {
    serveHotReload(server, upgrades);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  const ASKS = 'Host: x\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';

  it('serves what asks for an upgrade, its body included, and what comes after it in the same connection', async () => {
    const body = 'x'.repeat(200_000);
    const first = `POST /a HTTP/1.1\r\n${ASKS}Connection: Upgrade, HTTP2-Settings\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const second = `GET /b HTTP/1.1\r\n${ASKS}Connection: close\r\n\r\n`;
    const { status, text } = await rawHttp(baseUrl, first + second);
    expect(status).toBe(200);
    expect(text).toContain(`POST /a ${body};`);
    expect(text).toContain('GET /b ;');
  });

  it('serves an address of Next itself as long as Next does not listen, and hands it over from then on', async () => {
    const hmr = `GET /_next/hmr HTTP/1.1\r\n${ASKS}Connection: Upgrade, close\r\n\r\n`;
    expect((await rawHttp(baseUrl, hmr)).text).toContain('GET /_next/hmr ;');
    upgrades.on('upgrade', (_request, socket: Duplex) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
    expect((await rawHttp(baseUrl, hmr)).status).toBe(101);
    expect((await rawHttp(baseUrl, hmr.replace('/_next/hmr', '/contacts'))).text).toContain('GET /contacts ;');
  });
});
