/** Every procedure and every raw route in every role (docs/contract/accounts.md#roles). What a role may not do is written out here by hand. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '@/server/platform/access/roles';
import { procedures } from '@/server/doors/rest-routes';
import { RAW_ROUTES } from '@/server/modules';
import type { AccessLevelName } from '@/server/platform/access/procedures';
import { makeBrief, makeCollaboration } from '@/server/testing/creators';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makePixels } from '@/server/testing/factories/offers';
import { makeSession, makeUser } from '@/server/testing/factories/account';
import { callbackToken } from '@/server/modules/messaging/channels/callback-address';
import { bySession } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();

/** Access levels that open a workspace to people. */
const OF_PEOPLE: readonly AccessLevelName[] = ['member', 'workspace', 'merchant', 'partnerOrSession'];

/** Keys, billing and who belongs here: for the owner and admins. */
const MANAGED = new Set([
  ...[
    'updateWorkspace',
    'removeMember',
    'setRole',
    'transferOwnership',
    'invitations',
    'invite',
    'revokeInvitation',
  ].map((name) => `accounts.${name}`),
  ...['linkedPartners', 'partWith'].map((name) => `admin.${name}`),
  ...['create', 'list', 'update', 'calls', 'revoke'].map((name) => `apiKeys.${name}`),
  ...['plan', 'subscription', 'usage', 'invoices', 'checkout', 'cancel', 'discard', 'overview'].map(
    (name) => `billing.${name}`,
  ),
]);
/** Mutations that change nothing, or only what is one's own: for everybody. */
const LOOKS = new Set([
  'accounts.leave',
  'audienceSegments.preview',
  'blog.knownSlugs',
  'blog.preview',
  'blog.previewLink',
  'broadcasts.preview',
  'broadcasts.templates.compile',
  'channels.checkDns',
  'discountCodes.knownCodes',
  'discountCodes.validate',
  'feeds.knownProducts',
  'funnels.simulate',
  'inbox.presence',
]);
/** Routes that connect something, or show somebody's bank account. */
const WRITING = new Set([
  '/api/v1/channels/oauth/{provider}/start',
  '/api/v1/channels/oauth/{provider}/callback',
  '/api/v1/integrations/oauth/{provider}/start',
  '/api/v1/integrations/oauth/{provider}/callback',
  '/api/v1/programs/statements/{id}/bank-details',
]);

const MAY: Record<Role, Set<'look' | 'change' | 'manage'>> = {
  owner: new Set(['look', 'change', 'manage']),
  admin: new Set(['look', 'change', 'manage']),
  marketer: new Set(['look', 'change']),
  analyst: new Set(['look']),
};

const cookies = new Map<Role, string>();
beforeAll(async () => {
  const { accountId, user } = server.ours;
  for (const role of ROLES) {
    const { id } = role === 'owner' ? user : await makeUser(server.services.database, accountId, { role });
    cookies.set(role, await makeSession(server.services, { sub: id, accountId }));
  }
});
const cookieOf = (role: Role): string => cookies.get(role) ?? '';

/** What the refusal says of a role, or null where something else was said. */
const refusedRole = (text: string): unknown => {
  const said = JSON.stringify(JSON.parse(text));
  return said.includes('"reason":"ROLE"') ? (/"role":"(\w+)"/.exec(said)?.[1] ?? '') : null;
};

const mine = procedures().filter(({ meta }) => meta.accessLevel !== undefined && OF_PEOPLE.includes(meta.accessLevel));

describe('a procedure', () => {
  it('is what the lists say, and every name in them is one', () => {
    const names = new Set(mine.map(({ name }) => name));
    expect([...MANAGED, ...LOOKS].filter((name) => !names.has(name))).toEqual([]);
    expect(mine.length).toBeGreaterThan(300);
  });

  it.each(ROLES.flatMap((role) => mine.map(({ name, procedure }) => ({ role, name, procedure }))))(
    '$name for an $role',
    async ({ role, name, procedure }) => {
      const { type } = procedure._def as unknown as { type: 'query' | 'mutation' };
      const need = MANAGED.has(name) ? 'manage' : type === 'query' || LOOKS.has(name) ? 'look' : 'change';
      const isAllowed = MAY[role].has(need);
      // Whoever may leave would, and nobody could be asked any more.
      if (isAllowed && name === 'accounts.leave') return;
      const headers = { cookie: cookieOf(role), origin: server.baseUrl };
      const answer = await server.fetch(
        type === 'query' ? 'GET' : 'POST',
        `/api/trpc/${name}${type === 'query' ? '?input=%7B%7D' : ''}`,
        { headers, ...(type === 'mutation' && { body: {} }) },
      );
      expect([refusedRole(answer.text), refusedRole(answer.text) === null ? 403 : answer.status]).toEqual([
        isAllowed ? null : role,
        403,
      ]);
    },
  );
});

describe('a raw route', () => {
  const routes = RAW_ROUTES.filter(({ accessLevel }) => OF_PEOPLE.includes(accessLevel) || accessLevel === 'visitor');

  it.each(ROLES.flatMap((role) => routes.map(({ method, path }) => ({ role, method, path }))))(
    '$method $path for an $role',
    async ({ role, method, path }) => {
      const isAllowed = MAY[role].has(method === 'POST' || WRITING.has(path) ? 'change' : 'look');
      const answer = await bySession(server, cookieOf(role), method, path.replace(/\{\w+\}/g, 'cunknown'));
      const isRefused =
        answer.status === 403 && answer.text.includes('Your role in this workspace does not allow this.');
      expect(isRefused).toBe(!isAllowed);
    },
  );
});

describe('an analyst', () => {
  it('reads nothing that lets somebody act elsewhere', async () => {
    const { database } = server.services;
    const { accountId } = server.ours;
    const campaignId = await makeBrief(database, accountId);
    const { id } = await makeCollaboration(database, accountId, { campaignId });
    // The walk above has made some that are empty.
    await database.prisma.merchantPixels.deleteMany({ where: { accountId } });
    const { token } = await makePixels(server.services, accountId);
    // One whose vendor sends back a word of ours, one whose address holds it, one that signs.
    const [telegram, ses, postmark] = [
      await makeChannel(server.services, accountId, { provider: 'msg_p1' }),
      await makeChannel(server.services, accountId, { provider: 'email_p5' }),
      await makeChannel(server.services, accountId, { provider: 'email_p4' }),
    ];
    const callbacks = [telegram, ses, postmark].map(({ id: channelId }) =>
      callbackToken(server.services.settings.appSecrets[0], channelId),
    );
    const addressOf = ({ id: channelId }: { id: string }): string =>
      `/api/trpc/channels.callbackAddress?input=${encodeURIComponent(JSON.stringify({ id: channelId }))}`;
    const texts = async (role: Role) =>
      await Promise.all(
        [
          '/api/v1/pixels',
          '/api/v1/inbox/channels',
          '/api/trpc/inbox.channelsShown',
          ...[telegram, ses, postmark].map(addressOf),
          '/api/v1/collaborations',
          `/api/v1/collaborations/${id}`,
          `/api/v1/campaigns/${campaignId}/collaborations`,
          '/api/trpc/collaborations.shown?input=%7B%7D',
          `/api/trpc/collaborations.page?input=${encodeURIComponent(JSON.stringify({ id }))}`,
        ].map(async (path) => (await bySession(server, cookieOf(role), 'GET', path)).text),
      );
    const opens = (text: string): boolean =>
      [token ?? '', '/c/p/', ...callbacks].some((secret) => text.includes(secret));
    expect((await texts('marketer')).map(opens)).toEqual(Array(11).fill(true));
    const seen = await texts('analyst');
    expect(seen.map(opens)).toEqual(Array(11).fill(false));
    const shown = ['"adPixelAId"', id, telegram.id, '"proof"'];
    expect(seen.map((text) => shown.some((word) => text.includes(word)))).not.toContain(false);
  });
});

describe('over REST', () => {
  it('a browser’s session is held to the role too, and a key is not', async () => {
    const codes = async (role: Role) => (await bySession(server, cookieOf(role), 'GET', '/api/v1/api-keys')).status;
    expect(await Promise.all(ROLES.map(codes))).toEqual([200, 200, 403, 403]);
    const posted = await bySession(server, cookieOf('analyst'), 'POST', '/api/v1/contact-lists', {
      name: 'Lihat saja',
    });
    expect([posted.status, posted.body.error?.code, posted.body.error?.details]).toEqual([
      403,
      'FORBIDDEN',
      { reason: 'ROLE', role: 'analyst', needs: 'write' },
    ]);
    expect((await server.call(server.ours.key, 'GET', '/api/v1/api-keys')).status).toBe(200);
  });
});
