/**
 * The document's `webhooks` (docs/contract/webhooks.md#event-types): every event that is emitted, as a delivery has it, against
 * the schema that the server shows.
 */
import { describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { EVENT_TYPES, TEST_EVENT_TYPE } from '@/server/modules/account/webhooks/event-types-schema';
import {
  makeAffiliate,
  makeBrief,
  makeCollaboration,
  makeCommission,
  makeCreator,
  makeProgram,
  makeStatement,
} from '@/server/testing/creators';
import { deliverWebhooks } from '@/server/testing/events';
import { makeAttribution, makeReminder } from '@/server/testing/factories/offers';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeCheckout, makeIntegration, makeOrder, makeRun } from '@/server/testing/factories/shops';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { makeWebhookEndpoint } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { makeForm } from '@/server/testing/forms';
import { BY_HAND, makeEnrolment, makeLiveFunnel } from '@/server/testing/funnels';
import { expectData } from '@/server/testing/http';
import { makeConversation, makeSaid } from '@/server/testing/inbox';
import { dereferenced, undocumented, validator, type Json } from '@/server/testing/json-schema';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'webhook-delivery', PROVIDERS: 'sandbox' });
const off = useServer();

const documentOf = async (from: typeof server): Promise<Json> =>
  JSON.parse((await from.fetch('GET', '/api/v1/openapi.json')).text) as Json;

interface Operation extends Json {
  parameters: Json[];
  requestBody: { content: { 'application/json': { schema: Json } } };
}
const webhooksOf = (document: Json) => (document.webhooks ?? {}) as Record<string, { post: Operation }>;

/** A table's rows of ours, through one statement after the other: each is a transaction. */
async function makeEverything({ accountId, user, key }: Tenant): Promise<void> {
  const { services } = server;
  const { database } = services;
  const { prisma } = database;
  const at = now();
  const where = { accountId };

  const { id: contactId } = await makeContact(database, accountId, { attributes: { tier: 'gold', orders: 3 } });
  await prisma.contact.updateMany({ where: { id: contactId }, data: { firstName: 'Sari', updatedAt: at } });
  const list = await makeContactList(database, accountId);
  await prisma.contactListMember.create({ data: { accountId, listId: list.id, contactId, addedAt: at } });
  await prisma.contactListMember.deleteMany({ where: { accountId, contactId } });
  await prisma.contactList.deleteMany({ where: { id: list.id } });

  const formId = await makeForm(database, accountId);
  const submission = { formId, contactId, entered: {}, consents: { email: 'Yes' }, isKnown: false, nonce: unique('n') };
  const from = { ip: '10.0.0.1', userAgent: 'Tests', networkHash: 'x' };
  await prisma.formSubmission.create({ data: { accountId, ...submission, ...from, createdAt: at } });
  await prisma.formSubmission.updateMany({ where, data: { confirmedAt: at } });

  const channel = await makeChannel(services, accountId);
  await prisma.channelIntegration.updateMany({ where: { id: channel.id }, data: { status: 'revoked' } });

  for (const status of ['rewarded', 'voided', 'expired']) {
    const { id } = await makeAttribution(database, accountId);
    await prisma.referralAttribution.updateMany({ where: { id }, data: { status } });
  }

  const { id: reminderId } = await makeReminder(database, accountId);
  await prisma.abandonedCartReminder.updateMany({ where: { id: reminderId }, data: { recoveredAt: at } });
  await prisma.buyerEmailPreference.create({
    data: { accountId, email: 'buyer@example.com', abandonedCartOptOut: true, optedOutAt: at },
  });

  const { id: integrationId } = await makeIntegration(services, accountId);
  for (const status of ['error', 'revoked'])
    await prisma.integration.updateMany({ where: { id: integrationId }, data: { status } });
  const run = await makeRun(database, accountId, { integrationId, status: 'queued' });
  await prisma.integrationRun.updateMany({ where: { id: run.id }, data: { status: 'succeeded', finishedAt: at } });
  const order = await makeOrder(database, accountId);
  await prisma.order.updateMany({ where: { id: order.id }, data: { updatedAt: new Date(at.getTime() + 1000) } });
  const checkout = await makeCheckout(database, accountId, { status: 'open' });
  for (const status of ['abandoned', 'completed'])
    await prisma.checkout.updateMany({ where: { id: checkout.id }, data: { status } });

  const funnelId = await makeLiveFunnel(services, accountId, BY_HAND);
  for (const status of ['paused', 'live', 'archived'])
    await prisma.funnel.updateMany({ where: { id: funnelId }, data: { status } });
  const { id: enrolmentId } = await makeEnrolment(database, accountId, { funnelId, contactId });
  await prisma.funnelEnrolment.updateMany({ where: { id: enrolmentId }, data: { goalAt: at } });
  await prisma.funnelEnrolment.updateMany({ where: { id: enrolmentId }, data: { endedAt: at, status: 'exited' } });

  const briefId = await makeBrief(database, accountId, { status: 'draft' });
  for (const status of ['open', 'closed', 'completed'])
    await prisma.brief.updateMany({ where: { id: briefId }, data: { status } });

  const programId = await makeProgram(database, accountId);
  for (const status of ['paused', 'live'])
    await prisma.program.updateMany({ where: { id: programId }, data: { status } });
  const affiliate = await makeAffiliate(database, accountId, { programId });
  for (const status of ['approved', 'declined', 'voided', 'paid', 'held']) {
    const id = await makeCommission(database, accountId, affiliate);
    await prisma.commission.updateMany({ where: { id }, data: { status } });
  }
  await makeCommission(database, accountId, affiliate, { kind: 'clawback', amount: -10_000n, status: 'approved' });
  const statementId = await makeStatement(database, accountId, affiliate);
  await prisma.statement.updateMany({ where: { id: statementId }, data: { status: 'paid', paidAt: at } });

  await makeCollaboration(database, accountId, { programId }, { status: 'invited' });
  const creator = await makeCreator(database, accountId);
  await prisma.submission.create({
    data: {
      accountId,
      collaborationId: creator.id,
      deliverableId: 'd1',
      url: 'https://social.example/p/1',
      submittedAt: at,
    },
  });
  for (const status of ['approved', 'completed', 'ended'])
    await prisma.collaboration.updateMany({ where: { id: creator.id }, data: { status } });

  const conversation = await makeConversation(server, accountId);
  const row = await prisma.conversation.findFirstOrThrow({ where: { id: conversation.id } });
  await makeSaid({ services, ours: { ...server.ours, user } }, row, at);
  await prisma.inboxMessage.updateMany({ where: { accountId, direction: 'outbound' }, data: { sentAt: at } });
  await prisma.conversation.updateMany({ where: { id: row.id }, data: { assigneeId: user.id } });
  await prisma.conversation.updateMany({ where: { id: row.id }, data: { status: 'closed' } });

  const subscription = (data: object) => prisma.subscription.updateMany({ where, data });
  await subscription({ plan: 'starter', status: 'past_due' });
  await subscription({ plan: 'starter', status: 'active' });
  await subscription({ plan: 'growth', status: 'active' });
  await subscription({ plan: 'free', status: 'canceled' });
  const invoice = { plan: 'starter', amount: 299_000n, currency: 'IDR', kind: 'first', provider: 'sandbox' };
  await prisma.invoice.create({
    data: {
      accountId,
      ...invoice,
      email: 'a@example.com',
      upstreamInvoiceId: unique('up'),
      expiresAt: at,
      createdAt: at,
      updatedAt: at,
    },
  });
  await prisma.invoice.updateMany({ where, data: { status: 'paid', paidAt: at, receiptUrl: 'https://pay.example/r' } });

  // Known after it was erased.
  const erased = await makeContact(database, accountId);
  await prisma.contact.updateMany({ where: { id: contactId }, data: { deletedAt: at } });
  await prisma.contact.deleteMany({ where: { id: erased.id } });
  const { id: endpointId } = await prisma.webhookEndpoint.findFirstOrThrow({ where });
  expectData(await server.call(key, 'POST', `/api/v1/webhooks/endpoints/${endpointId}/test`), 201);
}

const EMITTED = [...EVENT_TYPES.filter(({ emitted }) => emitted).map(({ type }) => type), TEST_EVENT_TYPE].sort();

describe('the webhooks of the document', () => {
  it('are the events that are emitted, and the test', async () => {
    const document = await documentOf(server);
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(webhooksOf(document)).sort()).toEqual(EMITTED);
  });

  it('refer to nothing that is not there, and say how each is signed', async () => {
    const document = await documentOf(server);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
    for (const $ref of new Set(references)) expect(dereferenced({ $ref }, document), $ref).toBeTypeOf('object');
    for (const { post } of Object.values(webhooksOf(document)))
      expect(post.parameters.map((parameter) => dereferenced(parameter, document).name)).toEqual([
        'Svc-Signature',
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ]);
  });

  it('are what is delivered: each event at least once, no field missing and none untold', async () => {
    const us = await server.makeTenant();
    await makeWebhookEndpoint(server.services, us.accountId);
    await makeEverything(us);
    await deliverWebhooks(server.services);
    const rows = await server.services.database.prisma.webhookDelivery.findMany({ where: { accountId: us.accountId } });
    expect([...new Set(rows.map(({ type }) => type))].sort()).toEqual(EMITTED);
    const document = await documentOf(server);
    for (const { type, payload } of rows) {
      const { schema } = webhooksOf(document)[type]!.post.requestBody.content['application/json'];
      expect(validator(schema, document).safeParse(payload).error?.issues ?? [], type).toEqual([]);
      expect(undocumented(schema, document, payload), type).toEqual([]);
    }
  });

  it('refuse another event, and one with a field of another type', async () => {
    const document = await documentOf(server);
    const { schema } = webhooksOf(document)['svc.contact.created.v1']!.post.requestBody.content['application/json'];
    const taken = (payload: object) => validator(schema, document).safeParse(payload).success;
    const us = await server.makeTenant();
    await makeWebhookEndpoint(server.services, us.accountId);
    await makeContact(server.services.database, us.accountId);
    await deliverWebhooks(server.services);
    const row = await server.services.database.prisma.webhookDelivery.findFirstOrThrow({
      where: { accountId: us.accountId },
    });
    const payload = row.payload as { data: { contact: object } };
    expect(taken(payload)).toBe(true);
    expect(taken({ ...payload, type: 'svc.contact.updated.v1' })).toBe(false);
    expect(taken({ ...payload, data: { contact: { ...payload.data.contact, createdAt: 5 } } })).toBe(false);
    expect(taken({ ...payload, data: {} })).toBe(false);
  });

  it('are there only where events are delivered', async () => {
    const document = await documentOf(off);
    expect(document.webhooks).toBeUndefined();
    expect((document.components as { schemas: Json }).schemas.WebhookEnvelope).toBeUndefined();
    const schemas = (await documentOf(server)).components as { schemas: Json };
    for (const [name, schema] of Object.entries((document.components as { schemas: Json }).schemas))
      expect(schemas.schemas[name], name).toEqual(schema);
  });
});
