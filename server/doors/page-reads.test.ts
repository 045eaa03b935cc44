/** What pages read while they are drawn: through the same access levels and schemas as the typed calls (app/reads.tsx). */
import { describe, expect, it } from 'vitest';
import { toAppError } from '@/server/platform/errors';
import { pageReads } from '@/server/doors/page-reads';
import { trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();

const read = (path: string, input?: unknown, { cookie = server.ours.cookie, of = server.ours.accountId } = {}) =>
  pageReads(server.services)({ path, input, headers: new Headers({ cookie }), of });
const refusal = async (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: unknown) => toAppError(error).appCode,
  );

describe('a page reads', () => {
  it('what its typed calls would, to the letter: instants as text, and nothing undefined', async () => {
    const made = await trpc(
      server,
      'mutation',
      'discountCodes.create',
      { code: 'PAGE-READS', type: 'percent', value: 10, currency: 'IDR' },
      { cookie: server.ours.cookie },
    );
    expect(made.status, made.text).toBe(200);
    const input = { limit: 25, sort: 'newest', direction: 'forward' };
    const typed = await trpc(server, 'query', 'discountCodes.list', input, { cookie: server.ours.cookie });
    expect(typed.text).toContain('PAGE-READS');
    expect(await read('discountCodes.list', input)).toStrictEqual(typed.data);
  });

  it('nothing where the session is in another workspace than the page, or there is none', async () => {
    expect(await refusal(read('discountCodes.list', {}, { of: server.theirs.accountId }))).toBe('ACCOUNT_MISMATCH');
    expect(await refusal(read('discountCodes.list', {}, { cookie: server.theirs.cookie }))).toBe('ACCOUNT_MISMATCH');
    expect(await refusal(read('discountCodes.list', {}, { cookie: '' }))).toBe('UNAUTHENTICATED');
  });

  it('by queries only, and what their schemas take', async () => {
    expect(await refusal(read('discountCodes.create', { code: 'NOT-MADE', type: 'percent', value: 10 }))).not.toBe(
      'answered',
    );
    expect(await refusal(read('nowhere.list'))).not.toBe('answered');
    expect(await refusal(read('discountCodes.list', { limit: 'many' }))).toBe('VALIDATION');
    expect(JSON.stringify(await read('discountCodes.list', { limit: 50 }))).not.toContain('NOT-MADE');
  });
});
