/** A server that stops under load: whoever is connected is answered, whoever comes later is refused. */
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createApp } from '@/server/doors/app';
import { createServices } from '@/server/assembly/services';
import { rawHttp, rawText } from '@/server/testing/raw-http';
import { testSettings } from '@/server/testing/server';

/** More than can be answered while the server still says that it stops. */
const CLIENTS = 80;
const ANSWER_MS = 5;

/** As a page that takes the processor for a while. */
const busy = (): void => {
  const until = performance.now() + ANSWER_MS;
  while (performance.now() < until);
};

describe('a server that stops', () => {
  it('answers whoever is connected, also those that the kernel has and it has not taken yet', async () => {
    // Nothing here asks the database.
    const services = createServices(testSettings('postgresql://127.0.0.1:1/none'), { name: 'test' });
    const app = await createApp(services, {
      handle(_request, response) {
        busy();
        response.end('answered');
      },
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    const answers = Array.from({ length: CLIENTS }, () => rawHttp(baseUrl, rawText('GET', '/contacts')));
    await once(app.server, 'connection');
    const closed = app.close();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    await closed;
    const [error] = await once(connect(port, '127.0.0.1'), 'error');
    expect(error.code).toBe('ECONNREFUSED');
    await services.close();
  });
});
