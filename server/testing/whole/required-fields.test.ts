/**
 * The required fields of bodies, as the contract spells them out: each that it names without a question mark. A call without
 * one of them is refused, and the document names them all.
 */
import { expect, it } from 'vitest';
import { API_PREFIX, restRoutes, type Route } from '@/server/doors/rest-routes';
import { jsonAt, jsonOf } from '@/server/doors/openapi/json';
import { operationsOf } from '@/server/doors/openapi/operations';
import { entriesOf } from '@/server/testing/contract/entries';
import { keyFor, toRequest } from '@/server/testing/contract/requests';
import { merged, type Json } from '@/server/testing/json-schema';
import { useServer } from '@/server/testing/server';

const server = useServer();
const ENTRIES = entriesOf(server);

/**
 * By procedure; a dotted path leads into the body. `accountId` of partners is the signer's own (docs/contract/shared.md), so
 * only validate asks for it.
 */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'abandonedCart.recordReminder': ['customerId', 'cartId', 'email', 'cartSnapshot', 'valueAtSend', 'currencyAtSend'],
  'abandonedCart.addSuppression': ['email'],
  'abandonedCart.recover': ['customerId', 'checkoutSessionId'],
  'admin.create': ['name', 'identifier'],
  'admin.suspend': ['reason'],
  'admin.make': ['externalRef', 'name'],
  'apiKeys.create': ['name'],
  'audienceSegments.create': ['name', 'definition'],
  'audienceSegments.preview': ['definition'],
  'audienceSegments.toList': ['name'],
  'billing.checkout': ['plan'],
  'blog.create': ['slug', 'title', 'body'],
  'broadcasts.templates.compile': ['blocks'],
  'broadcasts.templates.create': ['name'],
  'broadcasts.create': ['name', 'providers'],
  'broadcasts.sendTest': ['provider', 'recipient'],
  'campaigns.create': ['title'],
  'campaigns.invite': ['creators', 'creators.0.name', 'creators.0.email'],
  'campaigns.receiveApplication': ['name', 'email', 'consent'],
  'channels.connect': ['provider', 'displayName', 'credentials'],
  'channels.test': ['recipient'],
  'collaborations.create': ['creator', 'creator.name', 'creator.email'],
  'collaborations.submit': ['deliverableId'],
  'collaborations.requestChanges': ['feedback'],
  'collaborations.suspend': ['reason'],
  'collaborations.write': ['text'],
  'contactLists.create': ['name'],
  'contactLists.addMembers': ['contactIds'],
  'contacts.import': ['rows'],
  'contacts.merge': ['keepId', 'mergeIds'],
  'discountCodes.batches.create': ['name', 'template', 'template.type', 'template.value', 'template.currency'],
  'discountCodes.create': ['code', 'type', 'value', 'currency'],
  'discountCodes.validate': ['accountId', 'code', 'subtotal', 'currency'],
  'discountCodes.hold': ['checkoutSessionId'],
  'discountCodes.redeem': ['discountCodeId', 'checkoutSessionId', 'appliedAmount'],
  'events.tell': ['events', 'events.0.name', 'events.0.id', 'events.0.at'],
  'feeds.putProducts': [
    ...['products', 'products.0.externalRef', 'products.0.slug', 'products.0.name', 'products.0.priceCents'],
    ...['products.0.currency', 'products.0.available'],
  ],
  'feeds.putCategoryRules': ['rules'],
  'forms.create': ['name'],
  'funnels.create': ['name', 'definition'],
  'funnels.enroll': ['audience'],
  'funnels.sendTest': ['recipient'],
  'inbox.begin': ['contactId', 'channelId'],
  'inbox.inbound': ['channelId', 'externalId', 'from', 'from.id', 'text'],
  'inbox.createSavedReply': ['name', 'shortcut', 'text'],
  'inbox.setChannel': ['receiving'],
  'integrations.create': ['provider', 'displayName'],
  'integrations.putCustomers': ['externalSource', 'rows', 'rows.0.externalRef'],
  'integrations.putOrders': [
    ...['externalSource', 'rows', 'rows.0.externalRef', 'rows.0.amount', 'rows.0.currency', 'rows.0.status'],
    'rows.0.placedAt',
  ],
  'integrations.putCheckouts': ['externalSource', 'rows', 'rows.0.externalRef', 'rows.0.value', 'rows.0.currency'],
  'marketingCampaigns.create': ['name'],
  'marketingCampaigns.attach': ['type', 'childIds'],
  'marketingCampaigns.detach': ['type', 'childIds'],
  'programs.create': ['name'],
  'programs.invite': ['creators', 'creators.0.name', 'creators.0.email'],
  'programs.receiveApplication': ['name', 'email', 'consent'],
  'programs.click': ['code'],
  'programs.convert': ['checkoutSessionId', 'customerId', 'amount', 'currency'],
  'programs.void': ['checkoutSessionId'],
  'programs.approve': ['ids'],
  'programs.decline': ['ids', 'reason'],
  'programs.markPaid': ['reference'],
  'referrals.putProgram': ['rewardType', 'referrerValue', 'refereeValue', 'currency'],
  'referrals.issueLink': ['customerId'],
  'referrals.click': ['code'],
  'referrals.signup': ['refereeCustomerId', 'refereeEmail', 'linkCode'],
  'referrals.checkoutStart': ['customerId', 'checkoutSessionId'],
  'referrals.fulfill': ['checkoutSessionId', 'status'],
  'referrals.void': ['checkoutSessionId'],
  'uploads.sign': ['kind', 'contentType', 'size'],
  'webhooks.create': ['url'],
  'webhooks.recover': ['since'],
};

/** A copy without the field that a dotted path leads to. */
function without(value: unknown, path: string): unknown {
  const [head = '', ...rest] = path.split('.');
  if (Array.isArray(value))
    return value.map((each: unknown, index) => (String(index) === head ? without(each, rest.join('.')) : each));
  const { [head]: inner, ...others } = jsonOf(value);
  if (rest.length > 0 && inner === undefined) throw new Error(`The input of the test has no ${path}.`);
  return rest.length === 0 ? others : { ...others, [head]: without(inner, rest.join('.')) };
}

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const routes = restRoutes();
const routeOf = (name: string): Route => {
  const route = routes.find((each) => each.name === name);
  if (route === undefined) throw new Error(`${name} has no route.`);
  return route;
};

it('stands in the document, and nothing else does', async () => {
  const document = JSON.parse((await server.fetch('GET', '/api/v1/openapi.json')).text) as Json;
  const shown = operationsOf(document).flatMap(({ method, path, operation }) => {
    const body = jsonAt(operation, 'requestBody', 'content', 'application/json', 'schema');
    const required = body === undefined ? [] : namesIn(merged(body, document).required);
    const route = routes.find((each) => each.method === method && API_PREFIX + each.path === path);
    return route === undefined || required.length === 0 ? [] : [[route.name, required.sort()] as const];
  });
  const expected = Object.entries(NEEDED).map(([name, paths]) => [
    name,
    paths.filter((path) => !path.includes('.')).sort(),
  ]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
});

it.each(Object.entries(NEEDED).flatMap(([name, paths]) => paths.map((path) => [name, path] as const)))(
  '%s is refused without %s',
  async (name, path) => {
    const route = routeOf(name);
    const sent = toRequest(route, await ENTRIES[name]!.success(server.ours));
    const answer = await server.call(keyFor(server, route), sent.method, sent.url, {
      body: without(sent.body, path),
    });
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([400, 'VALIDATION']);
  },
);

it.each(['currency', 'amount'])('a purchase that is completed is not fulfilled without %s', async (field) => {
  const route = routeOf('referrals.fulfill');
  const sent = toRequest(route, await ENTRIES['referrals.fulfill']!.success(server.ours));
  const answer = await server.call(keyFor(server, route), sent.method, sent.url, { body: without(sent.body, field) });
  expect([answer.status, answer.body.error?.code], answer.text).toEqual([400, 'VALIDATION']);
});
