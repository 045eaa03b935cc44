/** Invitations, acceptance, submissions, messages and applications (docs/contract/collaborations.md), through the doors. */
import { describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { portalToken, readPortalToken } from '@/server/modules/creators/collaborations/portal-token';
import { sweepCollaborations } from '@/server/modules/creators/collaborations/sweep';
import { makeAffiliate, makeBrief, makeCollaboration, makeCreator, makeProgram } from '@/server/testing/creators';
import { makeContact } from '@/server/testing/factories/audience';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer();
const database = () => server.services.database;
const prisma = () => database().prisma;
const ours = () => server.ours.accountId;
const call = (method: string, path: string, body?: object): Promise<Answer> =>
  server.call(server.ours.key, method, `/api/v1${path}`, body === undefined ? {} : { body });
const creator = (more: object = {}) => ({ name: 'Sari Wulandari', email: `${unique('sari')}@creators.test`, ...more });
const rowOf = (id: string) => prisma().collaboration.findFirstOrThrow({ where: { id } });
const DAY_MS = 24 * 60 * 60_000;
const closings = (targetId: string) =>
  prisma().auditEntry.findMany({
    where: { accountId: ours(), action: 'campaign.close', targetType: 'campaign', targetId },
  });

describe('invitations', () => {
  it('make a row with an address of its own, for 14 days', async () => {
    const campaignId = await makeBrief(database(), ours());
    const sent = creator({ email: ' SARI.Test@Creators.test ', phone: '0812 3456 7890', followers: 10 });
    const { id: contactId } = await makeContact(database(), ours(), { email: 'sari.test@creators.test' });
    const made = expectData(
      await call('POST', '/collaborations', {
        campaignId,
        creator: sent,
        message: 'Join us.',
        fee: { amount: 5, currency: 'idr' },
      }),
      201,
    );
    expect(made).toMatchObject({
      kind: 'brief',
      campaignId,
      programId: null,
      status: 'invited',
      contactId,
      creator: { name: 'Sari Wulandari', email: 'sari.test@creators.test', phone: '0812 3456 7890', followers: 10 },
      message: 'Join us.',
      fee: { amount: 5, currency: 'IDR' },
      emailVerified: false,
      linkCode: null,
      linkUrl: null,
      mailed: 'not_configured',
    });
    expect(Date.parse(made.expiresAt as string) - Date.parse(made.invitedAt as string)).toBe(14 * DAY_MS);
    const token = (made.portalUrl as string).split('/c/p/')[1]!;
    expect(token).toMatch(new RegExp(`^${ours()}\\.${made.id}\\.1\\.[0-9a-f]{64}$`));
    expectError(
      await call('POST', '/collaborations', { campaignId, creator: { name: 'x', email: 'sari.test@creators.test' } }),
      409,
      'ALREADY_COLLABORATING',
    );
  });

  it('skip with the reason whom they cannot reach', async () => {
    const campaignId = await makeBrief(database(), ours());
    const [known, stopped] = [creator(), creator()];
    await makeCollaboration(database(), ours(), { campaignId }, { email: known.email });
    await prisma().creatorOptOut.create({ data: { accountId: ours(), email: stopped.email, createdAt: now() } });
    const creators = [creator(), known, stopped, creator()];
    const answer = expectData(await call('POST', `/campaigns/${campaignId}/invite`, { creators }));
    expect(answer).toMatchObject({
      invited: [expect.any(String), expect.any(String)],
      skipped: [
        { index: 1, reason: 'ALREADY_COLLABORATING' },
        { index: 2, reason: 'OPTED_OUT' },
      ],
    });
    const full = await makeBrief(database(), ours(), { slots: 1, filledSlots: 1, status: 'closed' });
    expect(expectData(await call('POST', `/campaigns/${full}/invite`, { creators: [creator()] }))).toMatchObject({
      invited: [],
      skipped: [{ index: 0, reason: 'SLOTS_FULL' }],
    });
    expectError(await call('POST', '/collaborations', { campaignId: full, creator: creator() }), 409, 'SLOTS_FULL');
    expectError(await call('POST', '/collaborations', { campaignId, creator: stopped }), 409, 'OPTED_OUT');
  });

  it('go into open briefs and live programs only, and never into the neighbour’s', async () => {
    for (const status of ['draft', 'closed', 'completed', 'archived']) {
      const campaignId = await makeBrief(database(), ours(), { status });
      expectError(await call('POST', '/collaborations', { campaignId, creator: creator() }), 409, 'BAD_STATE');
    }
    const programId = await makeProgram(database(), ours(), { status: 'paused' });
    expectError(await call('POST', '/collaborations', { programId, creator: creator() }), 409, 'BAD_STATE');
    const theirs = {
      campaignId: await makeBrief(database(), server.theirs.accountId),
      programId: await makeProgram(database(), server.theirs.accountId),
    };
    for (const name of ['campaignId', 'programId'] as const) {
      for (const id of [theirs[name], 'cunknown', 'No id'])
        expect(
          expectError(await call('POST', '/collaborations', { [name]: id, creator: creator() }), 400, 'VALIDATION')
            .details,
        ).toMatchObject({ issues: [{ path: name }] });
    }
    const creators = [creator()];
    for (const path of [`/campaigns/${theirs.campaignId}`, `/programs/${theirs.programId}`])
      expectError(await call('POST', `${path}/invite`, { creators }), 404, 'NOT_FOUND');
  });

  it('lapse where nobody answers', async () => {
    const { id } = await makeCollaboration(
      database(),
      ours(),
      { campaignId: await makeBrief(database(), ours(), { applyBy: new Date(now().getTime() - 1) }) },
      { status: 'invited', invitedAt: now(), expiresAt: new Date(now().getTime() - 1) },
    );
    await sweepCollaborations(database(), now());
    await sweepCollaborations(database(), now());
    const row = await rowOf(id);
    expect(row.status).toBe('expired');
    expect(await closings(row.campaignId!)).toMatchObject([{ actorKind: 'system', actorId: null }]);
    expect((await prisma().brief.findFirstOrThrow({ where: { id: row.campaignId! } })).status).toBe('closed');
    // Whoever lapsed may be asked again.
    await prisma().brief.updateMany({ where: { id: row.campaignId! }, data: { status: 'open', applyBy: null } });
    expectData(
      await call('POST', '/collaborations', { campaignId: row.campaignId, creator: { name: 'x', email: row.email } }),
      201,
    );
  });
});

describe('accepting', () => {
  it('gives a link and a code of the program, and a copy of its terms', async () => {
    const marketingCampaign = await prisma().marketingCampaign.create({
      data: { accountId: ours(), name: unique('M'), createdAt: now(), updatedAt: now() },
    });
    const customerDiscount = { type: 'percent', value: 10, minPurchaseAmount: 50_000, maxUsesPerCustomer: 1 };
    const programId = await makeProgram(database(), ours(), {
      customerDiscount,
      minPayout: 7n,
      marketingCampaignId: marketingCampaign.id,
    });
    const { id } = await makeCollaboration(database(), ours(), { programId });
    const active = expectData(await call('POST', `/collaborations/${id}/accept`, {}));
    expect(active).toMatchObject({
      status: 'active',
      linkCode: expect.stringMatching(/^[a-hj-km-np-z2-9]{8}$/) as string,
      linkUrl: expect.stringMatching(new RegExp(`/a/${ours()}/`)) as string,
      terms: { commission: { rate: 1000 }, customerDiscount, minPayout: 7 },
      expiresAt: null,
    });
    const code = await prisma().discountCode.findFirstOrThrow({ where: { id: active.discountCodeId as string } });
    expect(code).toMatchObject({
      code: expect.stringMatching(/^AFF-[A-HJ-NP-Z2-9]{6}$/) as string,
      source: 'affiliate',
      sourceRefId: id,
      type: 'percent',
      value: 10n,
      currency: 'IDR',
      minPurchaseAmount: 50_000n,
      maxUsesPerCustomer: 1,
      maxUsesTotal: null,
      marketingCampaignId: marketingCampaign.id,
      active: true,
    });
    expect(await prisma().auditEntry.count({ where: { targetId: code.id } })).toBe(0);
  });

  it('takes all of it back when the code is taken', async () => {
    const programId = await makeProgram(database(), ours(), {
      customerDiscount: { type: 'fixed', value: 5_000, minPurchaseAmount: null, maxUsesPerCustomer: null },
    });
    const taken = unique('KOPI').toUpperCase();
    await makeDiscountCode(database(), ours(), { code: taken });
    const { id } = await makeCollaboration(database(), ours(), { programId });
    expectError(await call('POST', `/collaborations/${id}/accept`, { code: taken.toLowerCase() }), 409, 'CODE_EXISTS');
    expect(await rowOf(id)).toMatchObject({
      status: 'applied',
      linkCode: null,
      discountCodeId: null,
      acceptedAt: null,
    });
    const own = unique('SARI').toUpperCase();
    const { discountCodeId } = expectData(await call('POST', `/collaborations/${id}/accept`, { code: own }));
    expect(await prisma().discountCode.findFirstOrThrow({ where: { id: discountCodeId as string } })).toMatchObject({
      code: own,
    });
  });

  it('fills a slot of the brief, and the last one closes it; an end frees it and opens nothing', async () => {
    const campaignId = await makeBrief(database(), ours(), { slots: 1 });
    const [one, other] = [
      await makeCollaboration(database(), ours(), { campaignId }),
      await makeCollaboration(database(), ours(), { campaignId }),
    ];
    expectData(await call('POST', `/collaborations/${one.id}/accept`, {}));
    const brief = async () => expectData(await call('GET', `/campaigns/${campaignId}`));
    expect(await brief()).toMatchObject({
      status: 'closed',
      filledSlots: 1,
      collaborations: { accepted: 1, applied: 1 },
    });
    // By whoever accepted them.
    const { title } = await prisma().brief.findFirstOrThrow({ where: { id: campaignId } });
    const closed = [{ actorKind: 'key', data: { name: title } }];
    expect(await closings(campaignId)).toMatchObject(closed);
    expectError(await call('POST', `/collaborations/${other.id}/accept`, {}), 409, 'SLOTS_FULL');
    expectData(await call('POST', `/collaborations/${one.id}/end`, {}));
    expect(await brief()).toMatchObject({ status: 'closed', filledSlots: 0 });
    expectData(await call('POST', `/collaborations/${other.id}/accept`, {}));
    expect(await closings(campaignId)).toHaveLength(1);
  });

  it('of a brief with a commission makes somebody active in its program too', async () => {
    const programId = await makeProgram(database(), ours());
    const compensation = { type: 'gift_plus_commission', amount: null, currency: null, programId };
    const campaignId = await makeBrief(database(), ours(), { compensation });
    const { id, email } = await makeCollaboration(database(), ours(), { campaignId });
    expectData(await call('POST', `/collaborations/${id}/accept`, {}));
    const rows = await prisma().collaboration.findMany({
      where: { accountId: ours(), email },
      orderBy: { kind: 'desc' },
    });
    expect(rows).toMatchObject([
      { kind: 'brief', status: 'accepted', linkCode: null },
      { kind: 'affiliate', programId, ofId: id, status: 'active', linkCode: expect.any(String) as string },
    ]);
  });

  it('of 100 at once for 3 slots lets 3 in', async () => {
    const campaignId = await makeBrief(database(), ours(), { slots: 3 });
    const ids: string[] = [];
    for (let turn = 0; turn < 100; turn++) ids.push((await makeCollaboration(database(), ours(), { campaignId })).id);
    const answers = await Promise.all(ids.map((id) => call('POST', `/collaborations/${id}/accept`, {})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 409, 'SLOTS_FULL');
    expect(await prisma().brief.findFirstOrThrow({ where: { id: campaignId } })).toMatchObject({
      filledSlots: 3,
      status: 'closed',
    });
    expect(await prisma().collaboration.count({ where: { campaignId, status: 'accepted' } })).toBe(3);
    expect(await closings(campaignId)).toHaveLength(1);
  });
});

describe('an affiliate', () => {
  it('who is suspended has neither link nor code, and both again once reinstated', async () => {
    const made = await makeAffiliate(database(), ours());
    const code = await makeDiscountCode(database(), ours(), { source: 'affiliate', sourceRefId: made.id });
    const active = async () => (await prisma().discountCode.findFirstOrThrow({ where: { id: code.id } })).active;
    const click = async () => expectData(await call('POST', '/programs/clicks', { code: made.linkCode }));
    const suspended = expectData(await call('POST', `/collaborations/${made.id}/suspend`, { reason: 'Buys himself.' }));
    expect(suspended).toMatchObject({ status: 'suspended', suspendedFor: 'Buys himself.' });
    expect([await active(), await click()]).toEqual([false, null]);
    expect(expectData(await call('POST', `/collaborations/${made.id}/reinstate`, {}))).toMatchObject({
      suspendedFor: null,
    });
    expect([await active(), await click()]).toEqual([true, expect.objectContaining({ collaborationId: made.id })]);
    expect(expectData(await call('DELETE', `/collaborations/${made.id}`))).toEqual({ id: made.id, status: 'ended' });
    expect([await active(), await click()]).toEqual([false, null]);
  });

  it('ends with the program, whose invitations come to nothing', async () => {
    const programId = await makeProgram(database(), ours());
    const active = await makeAffiliate(database(), ours(), { programId });
    const invited = await makeCollaboration(database(), ours(), { programId }, { status: 'invited' });
    expect(expectData(await call('DELETE', `/programs/${programId}`))).toEqual({ id: programId, status: 'archived' });
    expect([(await rowOf(active.id)).status, (await rowOf(invited.id)).status]).toEqual(['ended', 'declined']);
    expectError(await call('POST', `/programs/${programId}/activate`, {}), 409, 'BAD_STATE');
    expectError(await call('PATCH', `/programs/${programId}`, { name: 'x' }), 409, 'BAD_STATE');
  });
});

describe('submissions', () => {
  const submit = (id: string, more: object = {}) =>
    call('POST', `/collaborations/${id}/submissions`, {
      deliverableId: 'd1',
      url: 'https://social.example/p/1',
      caption: 'Morning cup #AD',
      ...more,
    });

  it('warn and refuse nothing', async () => {
    const { id } = await makeCreator(database(), ours(), { terms: { contentDueAt: new Date(0) } });
    expect(expectData(await submit(id), 201)).toMatchObject({ warnings: ['LATE'], status: 'submitted' });
    expect(expectData(await submit(id, { caption: 'Morning cup' }), 201)).toMatchObject({
      warnings: ['DISCLOSURE_MISSING', 'LATE'],
    });
  });

  it('are of what was agreed on, an address or an image', async () => {
    const { id } = await makeCreator(database(), ours());
    expectError(await submit(id, { deliverableId: 'd9' }), 400, 'VALIDATION');
    expectError(await submit(id, { url: 'http://social.example/p/1' }), 400, 'VALIDATION');
    expectError(await submit(id, { url: undefined }), 400, 'VALIDATION');
    expectError(await submit(id, { url: undefined, imageKey: 'nobody/x.png' }), 400, 'VALIDATION');
    expectError(await submit(id, { imageKey: 'nobody/x.png' }), 400, 'VALIDATION');
  });

  it('are approved once every deliverable has its quantity', async () => {
    const two = [
      { id: 'd1', platform: 'social_p2', format: 'reel', quantity: 2, notes: null },
      { id: 'd2', platform: 'social_p3', format: 'story', quantity: 1, notes: null },
    ];
    const { id } = await makeCreator(database(), ours(), { terms: { deliverables: two } });
    const one = expectData(await submit(id), 201);
    const other = expectData(await submit(id, { deliverableId: 'd2' }), 201);
    const act = (verb: string, body: object) => call('POST', `/collaborations/${id}/${verb}`, body);
    expect(expectData(await act('approve', { submissionIds: [one.id] }))).toMatchObject({ status: 'in_review' });
    expectError(await act('approve', { submissionIds: [one.id, other.id] }), 400, 'VALIDATION');
    expectError(await act('approve', { submissionIds: ['cunknown'] }), 400, 'VALIDATION');
    expect(expectData(await act('request-changes', { feedback: 'Brighter, please.' }))).toMatchObject({
      status: 'changes_requested',
      submissions: [
        { id: one.id, status: 'approved' },
        { id: other.id, status: 'changes_requested', feedback: 'Brighter, please.' },
      ],
    });
    expectData(await submit(id, { deliverableId: 'd2' }), 201);
    expectData(await submit(id), 201);
    expect(expectData(await act('approve', {}))).toMatchObject({ status: 'approved' });
    expectError(await submit(id), 409, 'BAD_STATE');
  });

  it('that are looked at already are left as they are when it is asked for again', async () => {
    const two = [{ id: 'd1', platform: 'social_p2', format: 'reel', quantity: 2, notes: null }];
    const { id } = await makeCreator(database(), ours(), { terms: { deliverables: two } });
    const act = (verb: string, body: object) => call('POST', `/collaborations/${id}/${verb}`, body);
    const handIn = async () => expectData(await submit(id), 201).id as string;
    const standing = async () => ({
      row: await rowOf(id),
      submissions: await prisma().submission.findMany({ where: { collaborationId: id }, orderBy: { id: 'asc' } }),
      audited: await prisma().auditEntry.count({ where: { targetId: id } }),
    });
    /** Done once, and nothing is written when it is done again. */
    const twice = async (verb: string, body: object, ...same: object[]) => {
      const { mailed: _, ...first } = expectData(await act(verb, body));
      const before = await standing();
      for (const again of [body, ...same]) expect(expectData(await act(verb, again))).toMatchObject(first);
      expect(await standing()).toEqual(before);
      return first;
    };
    const first = await handIn();
    const darker = { feedback: 'Darker.' };
    const asked = { ...darker, submissionIds: [first] };
    expect(await twice('request-changes', darker, asked)).toMatchObject({ status: 'changes_requested' });
    // Other words, or of another piece: that was not said.
    expectError(await act('request-changes', { feedback: 'Brighter.' }), 409, 'BAD_STATE');
    expectError(await act('request-changes', { ...darker, submissionIds: [first, 'cunknown'] }), 409, 'BAD_STATE');
    expectError(await act('approve', {}), 409, 'BAD_STATE');
    const second = await handIn();
    const before = await standing();
    expect(expectData(await act('request-changes', asked))).toMatchObject({ status: 'in_review' });
    expect(await standing()).toEqual(before);
    expectError(await act('request-changes', { ...asked, feedback: 'Brighter.' }), 400, 'VALIDATION');
    const one = { submissionIds: [second] };
    expect(await twice('approve', one, {})).toMatchObject({ status: 'in_review' });
    const third = { submissionIds: [await handIn()] };
    expect(await twice('approve', third, one, {})).toMatchObject({ status: 'approved' });
    expectError(await act('approve', { submissionIds: [first] }), 409, 'BAD_STATE');
    expectError(await act('request-changes', asked), 409, 'BAD_STATE');
    expectData(await act('complete', {}));
    expectError(await act('approve', third), 409, 'BAD_STATE');
  });
});

describe('messages', () => {
  it('are read newest first and never stand in the audit log', async () => {
    const { id } = await makeCreator(database(), ours());
    for (const text of ['One', 'Two', 'Three'])
      expect(expectData(await call('POST', `/collaborations/${id}/messages`, { text }), 201)).toMatchObject({
        text,
        author: 'merchant',
        mailed: 'not_configured',
      });
    const first = expectData(await call('GET', `/collaborations/${id}/messages?limit=2`));
    const rest = expectData(await call('GET', `/collaborations/${id}/messages?limit=2&cursor=${first.cursor}`));
    const texts = [...(first.data as { text: string }[]), ...(rest.data as { text: string }[])].map(({ text }) => text);
    expect(texts.sort()).toEqual(['One', 'Three', 'Two']);
    expect(await prisma().auditEntry.count({ where: { targetId: id } })).toBe(0);
  });
});

describe('applications', () => {
  const apply = (path: string, more: object = {}, key = server.ours.key) =>
    server.call(key, 'POST', `/api/v1${path}/applications`, { body: { ...creator(), consent: true, ...more } });

  it('become a row at once where the service sends no mail, and answer the same whatever is known', async () => {
    const tenant = await server.makeTenant();
    const campaignId = await makeBrief(database(), tenant.accountId);
    const { email } = creator();
    for (let turn = 0; turn < 5; turn++)
      expect(expectData(await apply(`/campaigns/${campaignId}`, { email }, tenant.key))).toEqual({ applied: true });
    const rows = await prisma().collaboration.findMany({ where: { accountId: tenant.accountId } });
    expect(rows).toMatchObject([
      { email, status: 'applied', emailVerified: false, unreadAt: expect.any(Date) as Date },
    ]);
    // Three a day for an e-mail; five an hour for a network.
    expect(await prisma().application.count({ where: { accountId: tenant.accountId } })).toBe(3);
    for (let turn = 0; turn < 4; turn++) expectData(await apply(`/campaigns/${campaignId}`, {}, tenant.key));
    expect(await prisma().application.count({ where: { accountId: tenant.accountId } })).toBe(5);
  });

  it('are for what is open to all', async () => {
    const closed = await makeBrief(database(), ours(), { status: 'closed' });
    const invited = await makeBrief(database(), ours(), { visibility: 'invite_only' });
    const paused = await makeProgram(database(), ours(), { status: 'paused' });
    for (const path of [`/campaigns/${closed}`, `/campaigns/${invited}`, `/programs/${paused}`])
      expectError(await apply(path), 404, 'NOT_FOUND');
    const open = await makeProgram(database(), ours());
    expectError(await apply(`/programs/${open}`, { consent: false }), 400, 'VALIDATION');
  });

  it('of a program with autoApprove wait for somebody where nobody has proved the e-mail', async () => {
    const tenant = await server.makeTenant();
    const programId = await makeProgram(database(), tenant.accountId, { autoApprove: true });
    expectData(await apply(`/programs/${programId}`, {}, tenant.key));
    expect(await prisma().collaboration.findMany({ where: { programId } })).toMatchObject([{ status: 'applied' }]);
  });
});

it('is changed where people may: who they are, fee, what is sent, a note', async () => {
  const { id, email } = await makeCreator(database(), ours());
  const changed = expectData(
    await call('PATCH', `/collaborations/${id}`, {
      creator: { name: 'Sari W.', socialHandles: { social_p1: 'sari' } },
      fee: { amount: 700_000, currency: 'IDR' },
      shipping: { state: 'sent', carrier: 'JNE' },
      internalNote: 'Likes light roasts.',
    }),
  );
  expect(changed).toMatchObject({
    creator: { name: 'Sari W.', email, socialHandles: { social_p1: 'sari' } },
    fee: { amount: 700_000, currency: 'IDR' },
    shipping: { state: 'sent', carrier: 'JNE', trackingRef: null, sentAt: expect.any(String) as string },
    internalNote: 'Likes light roasts.',
  });
  const again = expectData(await call('PATCH', `/collaborations/${id}`, { fee: null, shipping: { trackingRef: '1' } }));
  expect(again).toMatchObject({ fee: null, shipping: { ...changed.shipping, trackingRef: '1' } });
  expect(expectData(await call('PATCH', `/collaborations/${id}`, {}))).toEqual(again);
});

describe('the e-mail of a creator', () => {
  const patch = (id: string, email: unknown) => call('PATCH', `/collaborations/${id}`, { creator: { email } });

  it('can be changed: the contact follows, and what they had proved is not proved any more', async () => {
    const made = await makeAffiliate(database(), ours(), { data: { emailVerified: true } });
    const email = `${unique('sari.new')}@creators.test`;
    const { id: contactId } = await makeContact(database(), ours(), { email });
    const same = expectData(await patch(made.id, ` ${made.email.toUpperCase()}`));
    expect(same).toMatchObject({ creator: { email: made.email }, contactId: null, emailVerified: true });
    const changed = expectData(await patch(made.id, ` ${email.toUpperCase()} `));
    expect(changed).toMatchObject({ creator: { name: 'Sari Wulandari', email }, contactId, emailVerified: false });
    expect(changed.portalUrl).toBe(same.portalUrl);
    expect(expectData(await call('GET', `/collaborations/${made.id}`))).toEqual(changed);
    for (const wrong of ['no address', '', null]) expectError(await patch(made.id, wrong), 400, 'VALIDATION');
    // Whoever buys for themselves is known by the address that stands.
    const buy = async (customerEmail: string) =>
      expectData(
        await call('POST', '/programs/conversions', {
          checkoutSessionId: unique('session-'),
          amount: 100_000,
          currency: 'IDR',
          code: made.linkCode,
          customerId: unique('customer-'),
          customerEmail,
        }),
      );
    expect(await buy(email)).toMatchObject({ attributed: false, reason: 'self_purchase' });
    expect(await buy(made.email)).toMatchObject({ attributed: true });
  });

  it('is of one in a brief or a program, unless they are at their end', async () => {
    for (const of of [
      { campaignId: await makeBrief(database(), ours()) },
      { programId: await makeProgram(database(), ours()) },
    ]) {
      const [one, other] = [
        await makeCollaboration(database(), ours(), of),
        await makeCollaboration(database(), ours(), of, { emailVerified: true }),
      ];
      expectError(await patch(other.id, one.email.toUpperCase()), 409, 'ALREADY_COLLABORATING');
      expect(await rowOf(other.id)).toMatchObject({ email: other.email, emailVerified: true });
      expect(await prisma().auditEntry.count({ where: { targetId: other.id } })).toBe(0);
      await prisma().collaboration.updateMany({ where: { id: one.id }, data: { status: 'declined' } });
      expectData(await patch(other.id, one.email));
    }
  });

  it('goes to one of those who are given it at once', async () => {
    const programId = await makeProgram(database(), ours());
    const { email } = creator();
    const ids: string[] = [];
    for (let turn = 0; turn < 8; turn++) ids.push((await makeAffiliate(database(), ours(), { programId })).id);
    const invitation = call('POST', '/collaborations', { programId, creator: creator({ email }) });
    const answers = await Promise.all([...ids.map((id) => patch(id, email)), invitation]);
    expect(answers.filter(({ status }) => status === 200 || status === 201)).toHaveLength(1);
    for (const answer of answers) if (answer.status >= 300) expectError(answer, 409, 'ALREADY_COLLABORATING');
    expect(await prisma().collaboration.count({ where: { programId, email } })).toBe(1);
  });

  it('of a brief is not that of the program they came into by it', async () => {
    const programId = await makeProgram(database(), ours());
    const compensation = { type: 'gift_plus_commission', amount: null, currency: null, programId };
    const campaignId = await makeBrief(database(), ours(), { compensation });
    const { id, email } = await makeCollaboration(database(), ours(), { campaignId });
    expectData(await call('POST', `/collaborations/${id}/accept`, {}));
    const { email: other } = creator();
    expectData(await patch(id, other));
    expect(await prisma().collaboration.findMany({ where: { ofId: id } })).toMatchObject([{ email }]);
  });
});

it('is found by kind, state, brief, program and words', async () => {
  const tenant = await server.makeTenant();
  const list = async (query: string) =>
    (expectData(await server.call(tenant.key, 'GET', `/api/v1/collaborations?${query}`)).data as { id: string }[]).map(
      ({ id }) => id,
    );
  const affiliate = await makeAffiliate(database(), tenant.accountId, { data: { name: 'Budi Santoso' } });
  const made = await makeCreator(database(), tenant.accountId);
  expect((await list('')).sort()).toEqual([affiliate.id, made.id].sort());
  expect(await list('kind=affiliate,unknown')).toEqual([affiliate.id]);
  expect(await list('status=accepted')).toEqual([made.id]);
  expect(await list(`programId=${affiliate.programId}`)).toEqual([affiliate.id]);
  expect(await list(`campaignId=${made.campaignId}`)).toEqual([made.id]);
  expect(await list('q=SANTOSO')).toEqual([affiliate.id]);
  expect(await list(`q=${encodeURIComponent(made.email.slice(0, 10).toUpperCase())}`)).toEqual([made.id]);
});

describe('the address of a portal', () => {
  const SECRETS = ['present-secret-of-thirty-two-characters', 'previous-secret-of-thirty-two-chars'] as const;

  it('is known while its secret is, and only as it was made', () => {
    const link = { accountId: 'a1', id: 'c1', version: 3 };
    const token = portalToken(SECRETS, link);
    expect(readPortalToken(SECRETS, token)).toEqual(link);
    expect(readPortalToken(['another-one', SECRETS[0]], token)).toEqual(link);
    expect(readPortalToken(['another-one'], token)).toBeNull();
    for (const wrong of [
      token.replace('.3.', '.4.'),
      token.replace('c1', 'c2'),
      token.slice(0, -1),
      `${token}0`,
      '',
      token.toUpperCase(),
    ])
      expect(readPortalToken(SECRETS, wrong)).toBeNull();
  });

  it('is another one once it is rotated', async () => {
    const { id } = await makeCreator(database(), ours());
    const before = expectData(await call('GET', `/collaborations/${id}`)).portalUrl;
    const { portalUrl } = expectData(await call('POST', `/collaborations/${id}/rotate-portal`, {}));
    expect(portalUrl).not.toBe(before);
    expect(expectData(await call('GET', `/collaborations/${id}`)).portalUrl).toBe(portalUrl);
  });
});

it('keeps what somebody has agreed on, whatever is written into the brief', async () => {
  const { campaignId } = await makeCreator(database(), ours());
  for (const change of [
    { disclosure: '#promo' },
    { usageRightsDays: 1 },
    { compensation: { type: 'gift' } },
    { deliverables: [{ platform: 'social_p1', format: 'post' }] },
  ])
    expectError(await call('PATCH', `/campaigns/${campaignId}`, change), 409, 'BAD_STATE');
  expect(expectData(await call('PATCH', `/campaigns/${campaignId}`, { title: 'Another title' }))).toMatchObject({
    title: 'Another title',
  });
});
