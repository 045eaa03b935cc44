/**
 * What is asked of both workspaces: every GET of the OpenAPI document that is a list, a figure or one row, with what
 * filters and searches it, and the usual writes. A GET that is new is asked as it is, or reported as not known here.
 */
import type { Call } from '@/bench/lib/measurement';
import { isRecord } from '@/server/platform/lib/narrow';
import { openApiDocument } from '@/server/doors/openapi/document';
import { SEGMENT, type Samples } from './samples';

export interface Asked {
  title: string;
  /** `n` is another number for each request of a run. */
  call(samples: Samples, n: number): Call;
}

/** By the path's beginning: whose id stands for {id}. */
const IDS: readonly (readonly [path: string, of: Exclude<keyof Samples['ids'], 'largest' | 'usedMost'>])[] = [
  ['/contacts/', 'contacts'],
  ['/contact-lists/', 'lists'],
  ['/broadcasts/', 'broadcasts'],
  ['/discount-codes/', 'codes'],
  ['/referrals/links/', 'links'],
  ['/referrals/attributions/', 'attributions'],
  ['/webhooks/deliveries/', 'deliveries'],
  ['/webhooks/endpoints/', 'endpoints'],
  ['/audit-log/', 'audit'],
  ['/abandoned-cart/reminders/', 'reminders'],
  ['/audience-segments/', 'segments'],
  ['/inbox/conversations/', 'conversations'],
  ['/integrations/orders/', 'orders'],
  ['/integrations/checkouts/', 'checkouts'],
  ['/marketing-campaigns/', 'campaigns'],
];

/**
 * Not asked: what belongs to no workspace, a vendor's or a browser's way, a whole export (its time is its rows'), and rows
 * whose number does not follow from how many contacts there are.
 */
const LEFT_OUT =
  /^\/(admin|billing\/callbacks|channels\/(oauth|callbacks|\{)|abandoned-cart\/unsubscribe|integrations\/(oauth|\{)|api-keys|blog\/\{|campaigns\/\{|collaborations\/\{|forms\/\{|funnels\/\{|programs\/(\{|statements\/|commissions\/\{)|discount-codes\/batches\/\{|inbox\/messages)|export|\.csv$|referrals\/(rewards|links\/\{accountId)|feeds\/(public|shopping)|pixels\/public|blog\/public|webhooks\/event-types/;

const get =
  (path: (samples: Samples, n: number) => string) =>
  (samples: Samples, n: number): Call => ({ method: 'GET', path: `/api/v1${path(samples, n)}` });

/** Every GET of the document, as it is. */
function plainReads(): { asked: Asked[]; unknown: string[] } {
  const { paths } = openApiDocument('https://laris.example');
  const asked: Asked[] = [];
  const unknown: string[] = [];
  for (const [full, operations] of Object.entries(isRecord(paths) ? paths : {})) {
    const path = full.replace('/api/v1', '');
    if (!isRecord(operations) || operations.get === undefined || LEFT_OUT.test(path)) continue;
    // A figure of the timeseries is asked for by name, below.
    if (path === '/insights/timeseries' || path === '/events') continue;
    const of = IDS.find(([beginning]) => path.startsWith(beginning))?.[1];
    const parameters = path.match(/\{\w+\}/g) ?? [];
    if (parameters.length === 0) asked.push({ title: `GET ${path}`, call: get(() => path) });
    else if (path === '/discount-codes/applicable/{accountId}')
      asked.push({ title: `GET ${path}`, call: get(({ accountId }) => `/discount-codes/applicable/${accountId}`) });
    else if (of !== undefined && parameters.length === 1)
      asked.push({ title: `GET ${path}`, call: get(({ ids }, n) => path.replace(/\{\w+\}/, oneOf(ids[of], n))) });
    else unknown.push(path);
  }
  return { asked, unknown };
}

const oneOf = (ids: readonly string[], n: number): string => ids[(n * 7) % ids.length] ?? '';
const personOf = ({ people }: Samples, n: number): number => 1 + ((n * 7_919_317) % people);

const filtered: readonly Asked[] = [
  { title: 'GET /contacts, the next page', call: get(({ cursors }) => `/contacts?cursor=${cursors.next}`) },
  {
    title: 'GET /contacts, a page in the middle',
    call: get(({ cursors }, n) => `/contacts?cursor=${oneOf(cursors.middle, n)}`),
  },
  { title: 'GET /contacts?q= one person', call: get((samples, n) => `/contacts?q=person${personOf(samples, n)}`) },
  { title: 'GET /contacts?q= a name of many', call: get(() => '/contacts?q=wati') },
  { title: 'GET /contacts?q= nobody', call: get(() => '/contacts?q=zulkarnaen') },
  {
    title: 'GET /contacts?subscription=email.unsubscribed',
    call: get(() => '/contacts?subscription=email.unsubscribed'),
  },
  { title: 'GET /contacts?source=form', call: get(() => '/contacts?source=form') },
  { title: 'GET /contacts?listId=', call: get(({ ids }) => `/contacts?listId=${ids.lists[0] ?? ''}`) },
  { title: 'GET /contacts, of a list, q=', call: get(({ ids }) => `/contacts?listId=${ids.lists[1] ?? ''}&q=wati`) },
  {
    title: 'GET /broadcasts/{id}/messages?status=bounced',
    call: get(({ ids }, n) => `/broadcasts/${oneOf(ids.broadcasts, n)}/messages?status=bounced`),
  },
  {
    title: 'GET /broadcasts/{id}/messages?q=',
    call: get(
      (samples, n) => `/broadcasts/${oneOf(samples.ids.broadcasts, n)}/messages?q=person${personOf(samples, n)}`,
    ),
  },
  {
    title: `GET /broadcasts/{id}/report, a tenth of all messages`,
    call: get(({ ids }) => `/broadcasts/${ids.largest}/report`),
  },
  {
    title: `GET /broadcasts/{id}/messages?status=failed, a tenth of all messages`,
    call: get(({ ids }) => `/broadcasts/${ids.largest}/messages?status=failed`),
  },
  {
    title: `GET /broadcasts/{id}/recipients?state=clicked, a tenth of all messages`,
    call: get(({ ids }) => `/broadcasts/${ids.largest}/recipients?state=clicked`),
  },
  { title: 'GET /discount-codes?active=false', call: get(() => '/discount-codes?active=false') },
  {
    title: 'GET /discount-codes/{id}/redemptions, a tenth of all',
    call: get(({ ids }) => `/discount-codes/${ids.usedMost}/redemptions`),
  },
  { title: 'GET /referrals/links?sort=revenue', call: get(() => '/referrals/links?sort=revenue') },
  { title: 'GET /referrals/attributions?status=rewarded', call: get(() => '/referrals/attributions?status=rewarded') },
  { title: 'GET /webhooks/deliveries?status=failed', call: get(() => '/webhooks/deliveries?status=failed') },
  {
    title: 'GET /webhooks/deliveries?type=',
    call: get(() => '/webhooks/deliveries?type=svc.discount_code.redeemed.v1'),
  },
  { title: 'GET /audit-log?action=', call: get(() => '/audit-log?action=broadcast.send') },
  { title: 'GET /inbox/conversations?status=open', call: get(() => '/inbox/conversations?status=open') },
  { title: 'GET /inbox/conversations?q=', call: get((_, n) => `/inbox/conversations?status=open,closed&q=nomor${n}`) },
  { title: 'GET /insights/overview, a year', call: get(() => '/insights/overview?windowDays=365') },
  ...['contacts.total', 'broadcasts.messages', 'discounts.redemptions'].map((metric) => ({
    title: `GET /insights/timeseries?metric=${metric}`,
    call: get(() => `/insights/timeseries?metric=${metric}`),
  })),
];

const post = (path: string, body: object): Call => ({ method: 'POST', path: `/api/v1${path}`, body });
/** Of this run: what it writes is new each time. */
const RUN = Date.now().toString(36);

const written: readonly Asked[] = [
  { title: 'POST /audience-segments/preview', call: () => post('/audience-segments/preview', { definition: SEGMENT }) },
  {
    title: 'POST /contacts, somebody new',
    call: (_, n) => post('/contacts', { email: `new-${RUN}-${n}@example.test`, firstName: 'Dewi' }),
  },
  {
    title: 'PATCH /contacts/{id}',
    call: ({ ids }, n) => ({
      method: 'PATCH',
      path: `/api/v1/contacts/${oneOf(ids.contacts, n)}`,
      body: { attributes: { visits: n } },
    }),
  },
  {
    title: 'POST /contacts/import, 100 rows, half of them known',
    call: (samples, n) =>
      post('/contacts/import', {
        rows: Array.from({ length: 100 }, (_, k) => ({
          email:
            k % 2 === 0 ? `import-${RUN}-${n}-${k}@example.test` : `person${personOf(samples, n * 50 + k)}@gmail.com`,
          firstName: 'Ani',
        })),
      }),
  },
  {
    title: 'POST /contact-lists/{id}/members',
    call: ({ ids }, n) =>
      post(`/contact-lists/${ids.lists[2] ?? ''}/members`, { contactIds: [oneOf(ids.contacts, n)] }),
  },
  {
    title: 'POST /discount-codes',
    call: (_, n) => post('/discount-codes', { code: `NEW-${RUN}-${n}`, type: 'percent', value: 10, currency: 'IDR' }),
  },
  {
    title: 'POST /discount-codes/validate',
    call: ({ accountId, codes }, n) =>
      post('/discount-codes/validate', {
        ...{ accountId, code: oneOf(codes, n), subtotal: 150_000, currency: 'IDR' },
        customerId: `customer-${n}`,
      }),
  },
  {
    title: 'POST /discount-codes/redeem',
    call: ({ accountId, ids }, n) =>
      post('/discount-codes/redeem', {
        ...{ accountId, discountCodeId: oneOf(ids.codes, n), checkoutSessionId: `new-${RUN}-${n}` },
        ...{ appliedAmount: 10_000, customerId: `customer-${n}` },
      }),
  },
  {
    title: 'POST /events, 20',
    call: (samples, n) =>
      post('/events', {
        accountId: samples.accountId,
        events: Array.from({ length: 20 }, (_, k) => ({
          ...{ name: 'page_viewed', id: `${RUN}-${n}-${k}`, at: new Date().toISOString() },
          customerId: `customer-${personOf(samples, n * 20 + k)}`,
        })),
      }),
  },
  {
    title: 'POST /referrals/links/click',
    call: ({ accountId, ids }, n) =>
      post('/referrals/links/click', { accountId, code: `LINK${1 + (n % ids.links.length)}` }),
  },
];

export function allRequests(): { asked: readonly Asked[]; unknown: string[] } {
  const { asked, unknown } = plainReads();
  return { asked: [...asked, ...filtered, ...written], unknown };
}
