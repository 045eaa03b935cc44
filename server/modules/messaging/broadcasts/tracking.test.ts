/** Tracked links, the picture, machines, and UTM parameters, from a send to the report (docs/contract/broadcasts.md#tracking). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTransport } from '@/server/platform/vendors/transport';
import type { OutgoingMessage, Provider } from '@/server/platform/vendors/provider';
import { runJobs } from '@/server/testing/worker';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { eventually, trpc } from '@/server/testing/http';
import { makeSendgrid, callAsSendgrid } from '@/server/testing/sendgrid';
import { useServer } from '@/server/testing/server';
import { startDelivery, type Delivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';

const server = useServer({ EXTENSIONS: 'message-list,merge-tags' });
const prisma = () => server.services.database.prisma;
const transport = createTransport();
const arrived = new Map<string, OutgoingMessage>();
let delivery: Delivery;

beforeAll(() => {
  const adapter = {
    id: 'email_p1',
    send: (message: OutgoingMessage) => {
      arrived.set(message.recipient, message);
      return Promise.resolve({ kind: 'accepted', providerMessageId: unique('v') });
    },
  } as unknown as Provider;
  delivery = startDelivery({ services: server.services, transport, adapterOf: () => adapter });
});
afterAll(async () => {
  await delivery.stop();
  await transport.close();
});

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const SHOP = 'https://shop.example/kopi?size=250&grind=%C3%A9#beans';
const HTML = `<html><body><p><a href="https://shop.example/kopi?size=250&amp;grind=%C3%A9#beans">Kopi</a>
<a href='https://shop.example/teh'>Teh</a> <a href="mailto:halo@shop.example">Tulis</a> <a href="#top">Atas</a>
<a href="{productUrl}">Untukmu</a> <a href="https://shop.example/stop">Berhenti berlangganan</a>
<!--[if mso]><v:roundrect href="https://shop.example/teh"></v:roundrect><v:roundrect href="https://shop.example/keluar"><center>Unsubscribe</center></v:roundrect><![endif]--></p></body></html>`;
const TEXT = 'Kopi: https://shop.example/kopi?size=250&grind=%C3%A9#beans.\nTeh: https://shop.example/teh';

interface Arrived {
  broadcastId: string;
  messageId: string;
  html: string;
  text: string;
  /** Addresses of links, as they stand. */
  hrefs: string[];
  /** Path of the link of this number, of the picture. */
  links: string[];
  picture: string | undefined;
  contactId: string;
}

/** Sends a broadcast to one contact, as if ten seconds ago. */
async function sent(
  options: object = { tracking: true },
  content: object = { html: HTML, text: TEXT },
): Promise<Arrived> {
  const { database } = server.services;
  await makeChannel(server.services, server.ours.accountId);
  const contact = await makeContact(database, server.ours.accountId, {
    email: `${unique('ani')}@example.test`,
    attributes: { productUrl: 'https://shop.example/p/1?x=1' },
  });
  const { id } = await makeBroadcast(database, server.ours.accountId, {
    content: { email: { subject: 'Kopi', ...content } },
    audience: { contactIds: [contact.id] },
    ...options,
  });
  const answer = await server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/send`);
  expect(answer.body.data).toEqual({ id, queued: 1 });
  const message = await eventuallyGet(() =>
    prisma().marketingMessage.findFirst({ where: { campaignId: id, status: 'sent' } }),
  );
  await prisma().marketingMessage.updateMany({
    where: { id: message.id },
    data: { sentAt: new Date(Date.now() - 10_000) },
  });
  const outgoing = arrived.get(contact.email ?? '');
  const { html = '', text = '' } = outgoing?.content as { html?: string; text?: string };
  const hrefs = [...html.matchAll(/href=["']([^"']*)["']/g)].map(([, href = '']) => href);
  const base = server.services.settings.baseUrl;
  return {
    broadcastId: id,
    messageId: message.id,
    contactId: contact.id,
    html,
    text,
    hrefs,
    links: [...new Set(hrefs.filter((href) => href.startsWith(`${base}/l/`)))].map((href) => href.slice(base.length)),
    picture: /<img src="([^"]*\/l\/o\/[^"]*)"/.exec(html)?.[1]?.slice(base.length),
  };
}

async function eventuallyGet<Row>(read: () => Promise<Row | null>): Promise<Row> {
  let row: Row | null = null;
  await eventually(async () => {
    row = await read();
    expect(row).not.toBeNull();
  });
  return row as Row;
}
const visit = (path: string, headers: Record<string, string> = { 'user-agent': BROWSER }, method = 'GET') =>
  server.fetch(method, path, { headers });
const statusOf = async (id: string) => (await prisma().marketingMessage.findFirstOrThrow({ where: { id } })).status;
const until = (id: string, status: string) => eventually(async () => expect(await statusOf(id)).toBe(status));
const report = async (id: string) =>
  (await server.call(server.ours.key, 'GET', `/api/v1/broadcasts/${id}/report`)).body.data;

describe('a tracked e-mail', () => {
  it('has its links lead through us, but for the way out, for what is no page, and for what differs by person', async () => {
    const { hrefs, links, text, html, picture } = await sent();
    const base = server.services.settings.baseUrl;
    const [kopi = '', teh = '', mail, anchor, product, stop, mso, out] = hrefs;
    expect([kopi, teh].every((href) => href.startsWith(`${base}/l/`))).toBe(true);
    expect([mail, anchor, product, stop, mso, out]).toEqual([
      'mailto:halo@shop.example',
      '#top',
      'https://shop.example/p/1?x=1',
      'https://shop.example/stop',
      teh,
      'https://shop.example/keluar',
    ]);
    expect(text).toBe(`Kopi: ${kopi}.\nTeh: ${teh}${text.slice(text.indexOf('\n\n--'))}`);
    expect(links).toHaveLength(2);
    expect(html.indexOf('/l/o/')).toBeLessThan(html.indexOf('</body>'));
    expect(html.indexOf('/l/o/')).toBeGreaterThan(html.indexOf('<![endif]'));
    expect(picture).toBeDefined();
    // Nothing else of the HTML is changed.
    const back = html
      .replaceAll(kopi, 'https://shop.example/kopi?size=250&amp;grind=%C3%A9#beans')
      .replaceAll(teh, 'https://shop.example/teh')
      .replace(/<img src="[^"]*\/l\/o\/[^>]*>/, '');
    expect(back).toBe(HTML.replace('{productUrl}', 'https://shop.example/p/1?x=1'));
  });

  it('is as it was without any of it', async () => {
    const { html, picture, links } = await sent({});
    expect(html).toBe(HTML.replace('{productUrl}', 'https://shop.example/p/1?x=1'));
    expect([picture, links]).toEqual([undefined, []]);
  });

  it('is not tracked as a test', async () => {
    const { broadcastId } = await sent();
    const recipient = `${unique('test')}@example.test`;
    await server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${broadcastId}/send-test`, {
      body: { provider: 'email_p1', recipient },
    });
    await eventually(() => expect(arrived.has(recipient)).toBe(true));
    expect(JSON.stringify(arrived.get(recipient)?.content)).not.toContain('/l/');
  });
});

describe('a link', () => {
  it('leads to the stored address, is kept by nobody, and moves the message to clicked, once', async () => {
    const { broadcastId, messageId, links } = await sent();
    const answer = await visit(links[0] ?? '');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(SHOP);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('set-cookie')).toBeNull();
    await until(messageId, 'clicked');
    await visit(links[0] ?? '');
    await visit(links[1] ?? '');
    await eventually(async () => {
      const { figures, links: clicked, machines } = await report(broadcastId);
      expect([figures.opened, figures.clicked]).toEqual([1, 1]);
      expect(clicked).toEqual([
        { link: SHOP, people: 1, machines: 0 },
        { link: 'https://shop.example/teh', people: 1, machines: 0 },
      ]);
      expect(machines).toEqual({ opened: [], clicked: [] });
    });
    expect(await prisma().messageClick.count({ where: { messageId } })).toBe(2);
    const message = await prisma().marketingMessage.findFirstOrThrow({ where: { id: messageId } });
    expect([message.openedAt, message.clickedAt].every((at) => at instanceof Date)).toBe(true);
    expect(message.providerMessageId).toMatch(/^v/);
  });

  it('whose token is changed anywhere, cut, of another message, or with an address beside it, sends nobody anywhere', async () => {
    const { links, picture } = await sent();
    const other = await sent();
    const path = links[0] ?? '';
    const parts = path.slice('/l/'.length).split('.');
    const forged = [
      ...Array.from(path.slice(3), (character, index) => {
        const at = index + 3;
        return path.slice(0, at) + (character === 'a' ? 'b' : 'a') + path.slice(at + 1);
      }).filter((changed) => changed !== path),
      path.slice(0, -1),
      `${path}a`,
      `/l/${[parts[0], other.messageId, ...parts.slice(2)].join('.')}`,
      `/l/${[parts[0], parts[1], '1', parts[3]].join('.')}`,
      `/l/${[parts[0], parts[1], '00', parts[3]].join('.')}`,
      `/l/${(picture ?? '').slice('/l/o/'.length)}`,
      '/l/https://evil.example/',
      '/l/%2F%2Fevil.example',
      '/l/undefined',
    ];
    for (const each of forged) {
      const answer = await visit(each);
      expect([each, answer.status, answer.headers.get('location')]).toEqual([each, 404, null]);
      expect(answer.headers.get('content-type')).toContain('text/html');
    }
    const beside = await visit(`${path}?url=https://evil.example/&to=//evil.example`);
    expect(beside.headers.get('location')).toBe(SHOP);
  });

  it('leads on after the person was erased, and nothing is noted of them', async () => {
    const { contactId, broadcastId, links, picture } = await sent();
    await visit(links[1] ?? '', { 'user-agent': 'Mozilla/5.0' });
    await visit(links[0] ?? '');
    await eventually(async () => expect((await report(broadcastId)).links[0].people).toBe(1));
    const erased = await server.call(server.ours.key, 'POST', `/api/v1/contacts/${contactId}/erase`, {
      body: { reason: 'asked' },
    });
    expect(erased.status).toBeLessThan(300);
    await runJobs(server.services);
    expect((await visit(links[0] ?? '')).status).toBe(302);
    expect((await visit(picture ?? '', { 'user-agent': 'Mozilla/5.0' })).status).toBe(200);
    const { links: left, machines } = await report(broadcastId);
    expect(left.map(({ people, machines: by }: { people: number; machines: number }) => [people, by])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(machines).toEqual({ opened: [], clicked: [] });
  });
});

describe('the picture', () => {
  it('is a GIF of one pixel, and moves the message to opened', async () => {
    const { picture, messageId } = await sent();
    const answer = await visit(picture ?? '');
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/gif',
      'no-store',
    ]);
    expect(answer.headers.get('content-length')).toBe('42');
    await until(messageId, 'opened');
  });

  it('of a forged token is not there', async () => {
    const { picture = '' } = await sent();
    const changed = picture.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await visit(changed)).status).toBe(404);
  });
});

describe('machines', () => {
  it('are counted apart, move nothing, and leave the person after them to count', async () => {
    const { broadcastId, messageId, links, picture } = await sent();
    const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
    await visit(picture ?? '', { 'user-agent': GMAIL });
    await visit(picture ?? '', { 'user-agent': 'Mozilla/5.0' });
    for (const link of links) await visit(link, { 'user-agent': 'BarracudaCentral' });
    await visit(links[0] ?? '', { 'user-agent': BROWSER }, 'HEAD');
    await eventually(async () => {
      expect((await report(broadcastId)).machines).toEqual({
        opened: [{ machine: 'gmail', messages: 1 }],
        clicked: [{ machine: 'scanner', messages: 1 }],
      });
      expect(await prisma().machineVisit.count({ where: { messageId } })).toBe(3);
    });
    expect(await statusOf(messageId)).toBe('sent');
    await visit(links[0] ?? '');
    await until(messageId, 'clicked');
    const { figures, links: clicked } = await report(broadcastId);
    expect([figures.opened, figures.clicked]).toEqual([1, 1]);
    expect(clicked).toEqual([
      { link: SHOP, people: 1, machines: 1 },
      { link: 'https://shop.example/teh', people: 0, machines: 1 },
    ]);
    const { data } = await trpc(
      server,
      'query',
      'broadcasts.links',
      { id: broadcastId },
      { cookie: server.ours.cookie },
    );
    expect(data.links).toEqual(clicked);
  });

  it('are those too that a vendor marks, without tracking as well: the message came, and nobody has read it', async () => {
    const { accountId } = server.ours;
    const channel = await makeSendgrid(server, accountId);
    const { id } = await makeBroadcast(server.services.database, accountId);
    const contact = await makeContact(server.services.database, accountId);
    const providerMessageId = unique('v');
    const message = await makeMessage(server.services.database, accountId, {
      ...{ channelIntegrationId: channel.id, provider: 'email_p2', campaignId: id, contactId: contact.id },
      ...{ status: 'sent', sentAt: new Date(Date.now() - 60_000), providerMessageId },
    });
    const send = (more: object) =>
      callAsSendgrid(server, channel.id, [{ event: 'open', sg_message_id: providerMessageId, ...more }]);
    await send({ sg_machine_open: true });
    expect(await statusOf(message.id)).toBe('delivered');
    expect((await report(id)).machines).toEqual({ opened: [{ machine: 'apple', messages: 1 }], clicked: [] });
    await send({ sg_machine_open: false });
    expect(await statusOf(message.id)).toBe('opened');
  });

  it('are whoever comes within two seconds of the delivery, or before it is written down', async () => {
    const { broadcastId, messageId, links } = await sent();
    await prisma().marketingMessage.updateMany({ where: { id: messageId }, data: { deliveredAt: new Date() } });
    await visit(links[0] ?? '');
    await eventually(async () =>
      expect((await report(broadcastId)).machines.clicked).toEqual([{ machine: 'early', messages: 1 }]),
    );
    expect(await statusOf(messageId)).toBe('sent');
    await prisma().marketingMessage.updateMany({
      where: { id: messageId },
      data: { deliveredAt: new Date(Date.now() - 2_100) },
    });
    await visit(links[0] ?? '');
    await until(messageId, 'clicked');
  });
});

describe('a message of which nobody knows whether it arrived', () => {
  it('is read by a person some time after it was given up', async () => {
    const { messageId, broadcastId, links } = await sent();
    await prisma().marketingMessage.updateMany({
      where: { id: messageId },
      data: {
        status: 'failed',
        sentAt: null,
        failedAt: new Date(Date.now() - 60_000),
        lastError: 'The message may have arrived.',
      },
    });
    await visit(links[0] ?? '');
    await until(messageId, 'clicked');
    expect((await report(broadcastId)).machines.clicked).toEqual([]);
  });
});

describe('UTM parameters', () => {
  const utm = { source: 'laris', medium: 'e mail', campaign: 'Ramadan & {firstName}' };
  const ADDED = 'utm_source=laris&utm_medium=e%20mail&utm_campaign=Ramadan%20%26%20%7BfirstName%7D';

  it('stand on the links of HTML and text, without tracking too, before the fragment, not on the way out', async () => {
    const { hrefs, text, picture } = await sent({ utm });
    const html = ADDED.replaceAll('&', '&amp;');
    expect(hrefs).toEqual([
      `https://shop.example/kopi?size=250&amp;grind=%C3%A9&amp;${html}#beans`,
      `https://shop.example/teh?${html}`,
      'mailto:halo@shop.example',
      '#top',
      `https://shop.example/p/1?x=1&amp;${html}`,
      'https://shop.example/stop',
      `https://shop.example/teh?${html}`,
      'https://shop.example/keluar',
    ]);
    expect(text).toContain(`Kopi: https://shop.example/kopi?size=250&grind=%C3%A9&${ADDED}#beans.\n`);
    expect(picture).toBeUndefined();
  });

  it('stand in the address that a tracked link leads to, and never take the place of one that is there', async () => {
    const { links } = await sent(
      { utm, tracking: true },
      { html: '<a href="https://shop.example/?utm_source=own">x</a>' },
    );
    expect((await visit(links[0] ?? '')).headers.get('location')).toBe(
      `https://shop.example/?utm_source=own&${ADDED.slice('utm_source=laris&'.length)}`,
    );
  });
});

it('bounds the links of an e-mail: further ones lead straight to where they say', async () => {
  const html = Array.from({ length: 1_200 }, (_, n) => `<a href="https://shop.example/${n % 600}">x</a>`).join('');
  const { links, broadcastId, hrefs } = await sent({ tracking: true }, { html });
  expect(links).toHaveLength(500);
  expect(await prisma().messageLink.count({ where: { broadcastId } })).toBe(500);
  expect(hrefs.filter((href) => href.startsWith('https://shop.example/')).length).toBe(300);
});
