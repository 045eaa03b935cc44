/**
 * The tests that every adapter has to pass, whatever its vendor: answers (docs/contract/broadcasts.md#delivery),
 * callbacks (docs/contract/channels.md), the sandbox's side.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { providerEntry } from '@/server/platform/vendors/catalog';
import {
  NotSentError,
  OutcomeUnknownError,
  type CallbackEvent,
  type Connection,
  type DeliveryStatus,
  type OutgoingMessage,
  type Provider,
  type RawCallback,
  type Transport,
  type VendorAnswer,
} from '@/server/platform/vendors/provider';
import { deadAddress, loopbackTransport, noTransport, type StandInVendor } from '@/server/testing/vendor';

export interface AdapterCase {
  provider: Provider;
  /** A channel as the worker opens it; its secrets must be at least 8 characters long. */
  connection: (base: string) => Connection;
  message: OutgoingMessage;
  /** The vendor's documented success, with the id in it; null where it gives none. */
  success: { answer: Partial<VendorAnswer>; providerMessageId: string | null };
  /** The vendor's documented refusal, e.g. a 400, with `WORDS` where its own words stand. */
  refusal: { status: number; body: string };
  /** The transport that the adapter uses; `guarded` where the merchant gave the address. Default: plain. */
  via?: 'request' | 'guarded';
}

/** The secrets of a connection: every credential that the catalogue does not call open, tokens of OAuth included. */
function secretsOf(provider: Provider, connection: Connection): string[] {
  const open = new Set(
    providerEntry(provider.id)
      .credentials.filter((field) => field.secret !== true)
      .map((field) => field.key),
  );
  return Object.entries(connection.credentials)
    .filter(([key, value]) => !open.has(key) && value.length >= 8)
    .map(([, value]) => value);
}

/** Declares the tests of what a vendor's answers come to. */
export function describeAnswers(
  vendor: StandInVendor,
  { provider, connection, message, success, refusal, via }: AdapterCase,
): void {
  const send = (base = vendor.base) => provider.send(message, connection(base), loopbackTransport);

  describe('answers', () => {
    it('takes the documented success as accepted, with the vendor’s id', async () => {
      vendor.answers(success.answer);
      expect(await send()).toEqual({ kind: 'accepted', providerMessageId: success.providerMessageId });
      expect(vendor.requests).toHaveLength(1);
    });

    it('uses the transport that fits who gave the address', async () => {
      vendor.answers(success.answer);
      const used: string[] = [];
      const spy: Transport = {
        request: (...request) => (used.push('request'), loopbackTransport.request(...request)),
        guarded: (...request) => (used.push('guarded'), loopbackTransport.guarded(...request)),
      };
      await provider.send(message, connection(vendor.base), spy);
      expect(new Set(used)).toEqual(new Set([via ?? 'request']));
    });

    it('fails at once on a refusal, in the vendor’s words, never with a secret, never too long', async () => {
      const [secret = 'nothing-secret-here'] = secretsOf(provider, connection(vendor.base));
      vendor.answers({
        status: refusal.status,
        body: refusal.body.replace('WORDS', () =>
          JSON.stringify(`Sorry, ${secret} is not \r\n right. ${'x'.repeat(3000)}`).slice(1, -1),
        ),
      });
      const outcome = await send();
      expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('Sorry, ') });
      const { reason } = outcome as { reason: string };
      expect(reason.length).toBeLessThanOrEqual(500);
      expect(reason).not.toContain(secret);
      expect(reason).not.toMatch(/[\r\n]/);
    });

    it.each([400, 401, 403, 404, 413, 422])('fails on %i whatever its body', async (status) => {
      for (const body of ['', '[]', 'null', '<html>no</html>', '{"message":{"a":1}}']) {
        vendor.answers({ status, body });
        expect(await send()).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/\S/) });
      }
    });

    it('comes again after 429 and 503, when the vendor says', async () => {
      vendor.answers({ status: 429, headers: { 'retry-after': '7' } });
      expect(await send()).toMatchObject({ kind: 'retry', afterMs: 7000 });
      vendor.answers({ status: 503, headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() } });
      const dated = (await send()) as { kind: string; afterMs: number };
      expect(dated.kind).toBe('retry');
      expect(Math.abs(dated.afterMs - 60_000)).toBeLessThan(5_000);
      vendor.answers({ status: 429, body: 'slow down', headers: { 'content-type': 'text/plain' } });
      expect(await send()).toEqual({ kind: 'retry', reason: 'slow down' });
    });

    it.each([500, 502, 504])('does not know what became of the message after %i', async (status) => {
      vendor.answers({ status, body: '<html>' });
      expect(await send()).toMatchObject({ kind: 'unknown' });
    });

    it.each(['cut', 'half'] as const)(
      'leaves a connection that was %s after the request to the worker as unknown',
      async (script) => {
        vendor.answers(script);
        await expect(send()).rejects.toBeInstanceOf(OutcomeUnknownError);
      },
    );

    it('leaves a vendor that nobody reaches to the worker as not sent', async () => {
      await expect(send(await deadAddress())).rejects.toBeInstanceOf(NotSentError);
    });

    it('reads any answer without throwing', async () => {
      const answering = (answer: VendorAnswer): Transport => ({
        request: () => Promise.resolve(answer),
        guarded: () => Promise.resolve(answer),
      });
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 200, max: 599 }), fc.oneof(fc.json(), fc.string()), async (status, body) => {
          const outcome = await provider.send(
            message,
            connection('http://127.0.0.1:9'),
            answering({ status, headers: { 'content-type': 'application/json' }, body }),
          );
          if ('reason' in outcome) expect(outcome.reason.length).toBeGreaterThan(0);
          if (outcome.kind === 'accepted')
            expect(outcome.providerMessageId === null || typeof outcome.providerMessageId === 'string').toBe(true);
        }),
        { numRuns: 150 },
      );
    });

    it('reads what the sandbox answers in the vendor’s place as accepted', async () => {
      const answer = provider.sandbox.accepted('sandbox-message-1');
      const outcome = await provider.send(message, connection('http://127.0.0.1:9'), {
        request: () => Promise.resolve(answer),
        guarded: () => Promise.resolve(answer),
      });
      expect(outcome).toEqual({
        kind: 'accepted',
        providerMessageId: success.providerMessageId === null ? null : 'sandbox-message-1',
      });
    });
  });
}

export interface CallbackCase {
  provider: Provider;
  connection: Connection;
  /** The same channel with another secret: nothing that was signed for the one holds for the other. */
  stranger?: Connection;
  recipient: string;
  /** The statuses that the vendor can report a message. */
  statuses: readonly DeliveryStatus[];
  /** Signatures carry a time and are refused this many minutes later; none: they carry none. */
  minutes?: number;
  /** The vendor's signature does not cover the whole body. */
  bodyUnsigned?: true;
  transport?: Transport;
}

const URL_OF_CALLBACKS = 'https://shop.example.com/api/v1/channels/c0000000000000000000000001/callbacks?token=abc';

const STATUSES: readonly DeliveryStatus[] = ['delivered', 'bounced', 'failed', 'opened', 'clicked'];

/** Declares the tests of how a vendor's callbacks are told from others, and of the sandbox's callbacks. */
export function describeCallbacks({
  provider,
  connection,
  stranger,
  recipient,
  statuses,
  minutes,
  bodyUnsigned,
  transport = noTransport,
}: CallbackCase): void {
  const callbacks = provider.callbacks!;
  const made = (status: DeliveryStatus): RawCallback | null => {
    const callback = provider.sandbox.callback?.(
      { status, providerMessageId: 'sandbox-message-1', recipient, at: new Date() },
      connection,
      URL_OF_CALLBACKS,
    );
    return callback ? { ...callback, receivedAt: new Date() } : null;
  };
  const verify = async (raw: RawCallback, by = connection): Promise<boolean> =>
    (await callbacks.verify?.(raw, { connection: by, transport })) ?? true;
  const signed = callbacks.verify !== undefined;

  describe('callbacks', () => {
    it('are proven as the catalogue says', () => {
      expect(providerEntry(provider.id).callbacks).toBe(signed ? 'vendor' : 'token');
    });

    it.each(STATUSES.filter((status) => statuses.includes(status)))(
      '%s: the sandbox signs it, and it parses back, also when it comes twice',
      async (status) => {
        const raw = made(status)!;
        expect(await verify(raw)).toBe(true);
        const events = callbacks.events(raw);
        expect(events.filter((event) => event.kind === 'status')).toEqual([
          expect.objectContaining({ kind: 'status', status, providerMessageId: 'sandbox-message-1' }),
        ]);
        const { at } = events.find((event): event is CallbackEvent & { kind: 'status' } => event.kind === 'status')!;
        expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
        expect(await verify(raw)).toBe(true);
        expect(callbacks.events(raw)).toEqual(events);
      },
    );

    it('knows nothing of what the vendor cannot tell', () => {
      for (const status of STATUSES) expect(made(status) !== null, status).toBe(statuses.includes(status));
    });

    if (signed)
      it('refuses a changed body, another channel’s secret and no secret', async () => {
        const raw = made(statuses[0]!)!;
        if (!bodyUnsigned)
          for (const at of [0, Math.floor(raw.body.length / 2), raw.body.length - 1]) {
            const body = Buffer.from(raw.body);
            body[at] = body[at]! ^ 1;
            expect(await verify({ ...raw, body }), `byte ${at}`).toBe(false);
          }
        expect(await verify({ ...raw, body: Buffer.alloc(0) })).toBe(false);
        if (stranger) expect(await verify(raw, stranger)).toBe(false);
        expect(await verify(raw, { ...connection, credentials: {} })).toBe(false);
      });

    if (signed && minutes !== undefined)
      it(`refuses one that is played again after ${minutes} minutes, and one from the future`, async () => {
        const raw = made(statuses[0]!)!;
        expect(await verify({ ...raw, receivedAt: new Date(Date.now() + (minutes - 1) * 60_000) })).toBe(true);
        expect(await verify({ ...raw, receivedAt: new Date(Date.now() + (minutes + 1) * 60_000) })).toBe(false);
        expect(await verify({ ...raw, receivedAt: new Date(Date.now() - (minutes + 1) * 60_000) })).toBe(false);
      });

    it('reads any body without throwing, and believes none that says something else than what was signed', async () => {
      const template = made(statuses[0]!)!;
      const header = fc.oneof(fc.string(), fc.base64String(), fc.constantFrom(...Object.values(template.headers)));
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(fc.json(), fc.string(), shapes(template)),
          fc.tuple(header, header, header),
          async (body, values) => {
            const names = Object.keys(template.headers);
            const headers = Object.fromEntries(names.map((name, n) => [name, values[n % values.length]!]));
            const raw: RawCallback = { ...template, headers, body: Buffer.from(body), receivedAt: template.receivedAt };
            const events = callbacks.events(raw);
            expect(Array.isArray(events)).toBe(true);
            // Some vendors leave a part unsigned that says nothing, such as where SNS's certificate lies.
            if ((await verify(raw)) && signed && !bodyUnsigned) expect(events).toEqual(callbacks.events(template));
          },
        ),
        { numRuns: 300 },
      );
    });
  });
}

/** Bodies of the vendor's shape with values of any other in it. */
function shapes(template: RawCallback): fc.Arbitrary<string> {
  const text = template.body.toString('utf8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return fc.constantFrom(...new URLSearchParams(text).keys()).chain((key) =>
      fc.string().map((value) => {
        const form = new URLSearchParams(text);
        form.set(key, value);
        return form.toString();
      }),
    );
  }
  return fc.jsonValue().chain((value) => fc.nat().map((seed) => JSON.stringify(replaceOne(parsed, value, seed))));
}

/** A copy with the value at one place, chosen by `seed`, replaced. */
function replaceOne(value: unknown, by: unknown, seed: number): unknown {
  if (typeof value !== 'object' || value === null) return by;
  const keys = Object.keys(value);
  const choice = seed % (keys.length + 1);
  if (choice === keys.length) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[keys[choice]!] = replaceOne(copy[keys[choice]!], by, Math.floor(seed / (keys.length + 1)));
  return copy;
}
