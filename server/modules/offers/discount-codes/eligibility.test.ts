/** Eligibility (docs/contract/discount-codes.md#eligibility): whom a code is for, and what shops make of it. */
import { describe, expect, it } from 'vitest';
import { codeToPush, printOf } from '@/server/modules/shops/connections/codes-print';
import { codes as shopifyCodes } from '@/server/modules/shops/adapters/shopify/codes';
import { wooCodes } from '@/server/modules/shops/adapters/woocommerce/codes';
import { makeContact, makeSegment } from '@/server/testing/factories/audience';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeOrder } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, snapshotOf } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();
const database = () => server.services.database;
const us = () => server.ours.accountId;

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  server.call(server.ours.key, method, `/api/v1/discount-codes${path}`, body && { body });
const create = (eligibility: object | null | undefined) =>
  call('POST', '', { code: unique('EL-'), type: 'percent', value: 10, currency: 'IDR', eligibility });
const made = async (eligibility: object | null | undefined) => expectData(await create(eligibility), 201);
const reasonOf = async (code: string, who: object): Promise<string | undefined> =>
  expectData(await call('POST', '/validate', { accountId: us(), code, subtotal: 1000, currency: 'IDR', ...who }))
    .reason;
const jakarta = () =>
  makeSegment(database(), us(), {
    definition: {
      match: 'all',
      groups: [{ match: 'all', conditions: [{ field: 'firstName', op: 'eq', value: 'Ani' }] }],
    },
  });

describe('a code that is not for everybody', () => {
  it('says so, where it says something, and PATCH changes the whole of it', async () => {
    const segment = await jakarta();
    expect(Object.keys(await made(undefined))).not.toContain('eligibility');
    expect(Object.keys(await made(null))).not.toContain('eligibility');
    expect(Object.keys(await made({}))).not.toContain('eligibility');
    const code = await made({ segmentId: segment.id });
    expect(code.eligibility).toEqual({ segmentId: segment.id, firstOrderOnly: false });
    const patched = async (eligibility: object | null) =>
      expectData(await call('PATCH', `/${code.id}`, { eligibility })).eligibility;
    expect(await patched({ firstOrderOnly: true })).toEqual({ segmentId: null, firstOrderOnly: true });
    expect(expectData(await call('PATCH', `/${code.id}`, { description: 'd' })).eligibility).toEqual({
      segmentId: null,
      firstOrderOnly: true,
    });
    expect(await patched(null)).toBeUndefined();
  });

  it('takes only a segment of the workspace that is active', async () => {
    const archived = await makeSegment(database(), us(), { status: 'archived' });
    const theirs = await makeSegment(database(), server.theirs.accountId);
    const before = await snapshotOf(server, us());
    for (const segmentId of ['cunknown', archived.id, theirs.id])
      expectError(await create({ segmentId }), 400, 'VALIDATION');
    expect(await snapshotOf(server, us())).toEqual(before);
  });

  it('is for members of its segment, by id or by e-mail, and for nobody who is not named', async () => {
    const { code } = await made({ segmentId: (await jakarta()).id });
    const ref = unique('plg-');
    const email = `${unique('ani')}@surel.example`;
    await makeContact(database(), us(), { externalRef: ref, firstName: 'Ani', email });
    await makeContact(database(), us(), { externalRef: `${ref}-b`, firstName: 'Budi' });
    expect(await reasonOf(code, { customerId: ref })).toBeUndefined();
    expect(await reasonOf(code, { customerEmail: ` ${email.toUpperCase()} ` })).toBeUndefined();
    // By the id first: the e-mail may be that of whoever pays.
    expect(await reasonOf(code, { customerId: `${ref}-b`, customerEmail: email })).toBe('NOT_ELIGIBLE');
    expect(await reasonOf(code, { customerId: unique('x') })).toBe('NOT_ELIGIBLE');
    expect(await reasonOf(code, {})).toBe('NOT_ELIGIBLE');
    expect(await reasonOf(code, { customerEmail: '  ' })).toBe('NOT_ELIGIBLE');

    // Twice in the book, and it is the older one that has bought.
    const twice = `${unique('twice')}@surel.example`;
    const older = await makeContact(database(), us(), { externalRef: unique('plg-'), email: twice });
    await makeContact(database(), us(), { email: twice, phone: '+6281200001234' });
    await makeOrder(database(), us(), { contactId: older.id });
    expect(await reasonOf(code, { customerEmail: twice })).toBe('NOT_ELIGIBLE');
    expect(await reasonOf(code, { customerEmail: twice, customerId: unique('new-') })).toBe('NOT_ELIGIBLE');
  });

  it('that is for a first order asks redemptions and orders, by id and by e-mail', async () => {
    const { code } = await made({ firstOrderOnly: true });
    const other = await makeDiscountCode(database(), us());
    const bought = unique('plg-');
    const body = { discountCodeId: other.id, checkoutSessionId: unique('s'), appliedAmount: 1, customerId: bought };
    expect(await reasonOf(code, { customerId: bought })).toBeUndefined();
    const { id } = expectData(await call('POST', '/redeem', body));
    expect(await reasonOf(code, { customerId: bought })).toBe('NOT_ELIGIBLE');
    expectData(await call('POST', `/redemptions/${id}/rollback`, {}));
    expect(await reasonOf(code, { customerId: bought })).toBeUndefined();

    const email = `${unique('order')}@surel.example`;
    expect(await reasonOf(code, { customerEmail: email })).toBeUndefined();
    await makeOrder(database(), us(), { email, status: 'canceled' });
    expect(await reasonOf(code, { customerEmail: email })).toBeUndefined();
    await makeOrder(database(), us(), { email });
    expect(await reasonOf(code, { customerEmail: email })).toBe('NOT_ELIGIBLE');
    // The contact of the id has that e-mail.
    const ref = unique('plg-');
    await makeContact(database(), us(), { externalRef: ref, email });
    expect(await reasonOf(code, { customerId: ref })).toBe('NOT_ELIGIBLE');
    const byContact = await makeContact(database(), us(), { externalRef: unique('plg-') });
    await makeOrder(database(), us(), { contactId: byContact.id });
    expect(await reasonOf(code, { customerEmail: byContact.email! })).toBe('NOT_ELIGIBLE');
    expect(await reasonOf(code, {})).toBe('NOT_ELIGIBLE');

    // Nobody's contact: the order says by which id the shop knows its buyer.
    const customerRef = unique('plg-');
    expect(await reasonOf(code, { customerId: customerRef })).toBeUndefined();
    await makeOrder(database(), us(), { customerRef, email: `${unique('buyer')}@surel.example`, status: 'canceled' });
    expect(await reasonOf(code, { customerId: customerRef })).toBeUndefined();
    await makeOrder(database(), us(), { customerRef, email: `${unique('buyer')}@surel.example` });
    expect(await reasonOf(code, { customerId: customerRef })).toBe('NOT_ELIGIBLE');

    // By the phone of their contact. What still waits as a cart is no order.
    const byPhone = await makeContact(database(), us(), {
      email: `${unique('p')}@surel.example`,
      phone: '0812 3344 5566',
    });
    await makeOrder(database(), us(), { phoneE164: '+6281233445566', isCart: true, status: 'pending' });
    expect(await reasonOf(code, { customerEmail: byPhone.email! })).toBeUndefined();
    await makeOrder(database(), us(), { phoneE164: '+6281233445566' });
    expect(await reasonOf(code, { customerEmail: byPhone.email! })).toBe('NOT_ELIGIBLE');
  });

  it('that is for a first order knows what was bought as whom a merge made one with them', async () => {
    const { code } = await made({ firstOrderOnly: true });
    const other = await makeDiscountCode(database(), us());
    const names = () => ({ externalRef: unique('plg-'), email: `${unique('p')}@surel.example` });
    const buy: ((gone: ReturnType<typeof names>) => Promise<unknown>)[] = [
      (gone) => makeOrder(database(), us(), { customerRef: gone.externalRef }),
      (gone) => makeOrder(database(), us(), { email: gone.email }),
      ({ externalRef }) =>
        call('POST', '/redeem', {
          discountCodeId: other.id,
          checkoutSessionId: unique('s'),
          appliedAmount: 1,
          customerId: externalRef,
        }),
      () => makeOrder(database(), us(), { phoneE164: '+6281277788899' }),
    ];
    for (const bought of buy) {
      const [own, theirs, stranger] = [names(), names(), names()];
      await makeContact(database(), us(), stranger);
      const kept = await makeContact(database(), us(), { ...own, phone: '081200000000' });
      const old = { phone: '081277788899', phoneE164: '+6281277788899' };
      const gone = await makeContact(database(), us(), { ...theirs, ...(bought === buy.at(-1) ? old : {}) });
      await bought(theirs);
      const body = { keepId: kept.id, mergeIds: [gone.id] };
      expectData(await server.call(server.ours.key, 'POST', '/api/v1/contacts/merge', { body }));
      expect(await reasonOf(code, { customerId: own.externalRef })).toBe('NOT_ELIGIBLE');
      expect(await reasonOf(code, { customerEmail: own.email })).toBe('NOT_ELIGIBLE');
      expect(await reasonOf(code, { customerId: stranger.externalRef })).toBeUndefined();
    }
  });

  it('comes after the cap per customer and before the scope, and is in no public list', async () => {
    const { code, id } = await made({ firstOrderOnly: true });
    expectData(
      await call('PATCH', `/${id}`, { public: true, maxUsesPerCustomer: 1, scope: 'products', productIds: ['p'] }),
    );
    const customerId = unique('plg-');
    expect(await reasonOf(code, { customerId })).toBe('SCOPE_MISMATCH');
    expect(await reasonOf(code, {})).toBe('NOT_ELIGIBLE');
    expectData(
      await call('POST', '/redeem', {
        discountCodeId: id,
        checkoutSessionId: unique('s'),
        appliedAmount: 1,
        customerId,
      }),
    );
    expect(await reasonOf(code, { customerId })).toBe('PER_CUSTOMER_LIMIT');
    const listed = async () =>
      expectData(await server.fetch('GET', `/api/v1/discount-codes/applicable/${us()}`)).items.map(
        (item: { id: string }) => item.id,
      );
    expect(await listed()).not.toContain(id);
    expectData(await call('PATCH', `/${id}`, { eligibility: null }));
    expect(await listed()).toContain(id);
  });

  it('stands in no shop, which cannot ask; one for everybody is told as before', async () => {
    const row = await database().prisma.discountCode.findFirstOrThrow({
      where: { id: (await made({ firstOrderOnly: true })).id },
    });
    expect(shopifyCodes.inexpressible(codeToPush(row))).toMatch(/a shop cannot check who uses it/);
    expect(wooCodes.inexpressible(codeToPush(row))).toMatch(/a shop cannot check who uses it/);
    const open = codeToPush({ ...row, firstOrderOnly: false });
    expect(Object.keys(open)).not.toContain('isForSome');
    expect(printOf(codeToPush(row))).not.toBe(printOf(open));
  });
});
