/** Invoices of Xendit beside Xendit's own SDK (xendit-node 7.0.0). */
import { Xendit } from 'xendit-node';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import { xenditPayments } from '@/server/modules/account/billing/payments/xendit';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const SECRET_KEY = 'xnd_production_0123456789abcdef';
const NOW = new Date('2027-02-01T08:00:00.000Z');
const returnUrl = 'https://laris.example/billing?checkout=1';
const INVOICE = {
  id: '579c8d61f23fa4ca35e52da4',
  external_id: 'cinvoice1',
  user_id: '5781d19b2e2385880609791c',
  status: 'PENDING',
  amount: 299_000,
  currency: 'IDR',
  expiry_date: '2027-02-02T08:00:00.000Z',
  created: '2027-02-01T08:00:00.000Z',
  updated: '2027-02-01T08:00:00.000Z',
  available_banks: [],
  available_retail_outlets: [],
  available_ewallets: [],
  available_qr_codes: [],
  available_direct_debits: [],
  available_paylaters: [],
  should_exclude_credit_card: false,
  should_send_email: false,
  invoice_url: 'https://checkout.xendit.co/web/579c8d61f23fa4ca35e52da4',
};
const vendor = useVendor();
const ours = () =>
  xenditPayments({ secretKey: SECRET_KEY, callbackToken: 't', base: vendor.base }, loopbackTransport, () => NOW);
const sdk = () => new Xendit({ secretKey: SECRET_KEY, xenditURL: vendor.base }).Invoice;

it('opens an invoice with the body that the SDK sends', async () => {
  vendor.answers({ body: '[]' }, { body: JSON.stringify(INVOICE) });
  await ours().checkout({
    invoiceId: 'cinvoice1',
    accountId: 'ctoko',
    plan: 'starter',
    amount: 299_000,
    currency: 'IDR',
    email: 'budi@toko.example',
    name: 'Budi',
    returnUrl,
    expiresAt: new Date(NOW.getTime() + 86_400_000),
  });
  // The first request looks for an invoice that was made before.
  vendor.requests.shift();
  const description = 'Laris Starter, 1 month';
  await sdk().createInvoice({
    data: {
      externalId: 'cinvoice1',
      amount: 299_000,
      currency: 'IDR',
      description,
      payerEmail: 'budi@toko.example',
      customer: { givenNames: 'Budi', email: 'budi@toko.example' },
      customerNotificationPreference: { invoicePaid: ['email'] },
      invoiceDuration: 86_400,
      items: [{ name: description, quantity: 1, price: 299_000, category: 'Subscription' }],
      successRedirectUrl: returnUrl,
      failureRedirectUrl: returnUrl,
    },
  });
  const both = await bothRequests(vendor, 'authorization');
  // The SDK ends the path with a slash; Xendit's reference does not.
  expect([both.ours.path, both.theirs.path]).toEqual(['/v2/invoices', '/v2/invoices/']);
  expect({ ...both.ours, path: '' }).toEqual({ ...both.theirs, path: '' });
});

it('looks for an earlier invoice, and ends one, as the SDK does', async () => {
  vendor.answers({ body: JSON.stringify([INVOICE]) }, { body: JSON.stringify(INVOICE) });
  const request = {
    plan: 'starter',
    amount: 299_000,
    currency: 'IDR',
    email: 'budi@toko.example',
    name: null,
  } as const;
  const more = { invoiceId: 'cinvoice1', accountId: 'ctoko', returnUrl, expiresAt: NOW };
  await ours().checkout({ ...request, ...more });
  await ours().cancel('', [INVOICE.id]);
  vendor.answers({ body: JSON.stringify([INVOICE]) }, { body: JSON.stringify(INVOICE) });
  await sdk().getInvoices({ externalId: 'cinvoice1', limit: 1 });
  await sdk().expireInvoice({ invoiceId: INVOICE.id });
  const asked = vendor.requests.map(({ method, path, query, headers: { authorization } }) => [
    method,
    path,
    Object.fromEntries(query),
    authorization,
  ]);
  expect(asked.slice(0, 2)).toEqual(asked.slice(2));
});
