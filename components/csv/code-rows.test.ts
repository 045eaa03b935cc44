/** Codes of files as Voucherify, WooCommerce and Indonesian shops save them. */
import { expect, test } from 'vitest';
import { guessCodes } from '@/components/csv/code-columns';
import { codeOf, isUsableForCodes } from '@/components/csv/code-rows';
import { inspectFile } from '@/components/csv/inspect';
import { readRecords } from '@/components/csv/read';

const FORMAT = { language: 'id', currency: 'IDR', timeZone: 'Asia/Jakarta' } as const;

async function outcomes(text: string) {
  const summary = await inspectFile(new Blob([text]), { maxRows: 100, nameOf: String, language: 'id' });
  const mapping = guessCodes(summary.columns);
  expect(isUsableForCodes(mapping)).toBe(true);
  const found: ReturnType<typeof codeOf>[] = [];
  for await (const { records } of readRecords(new Blob([text]), summary.format))
    found.push(...records.map(({ cells }) => codeOf(cells, mapping, FORMAT)));
  return found.slice(1);
}

test('a sheet of an Indonesian shop, without a column for the kind', async () => {
  const [share, amount, none] = await outcomes(
    'Kode Diskon;Nilai;Minimal Belanja;Kuota;Terpakai;Berlaku Sampai;Catatan\nLEBARAN25;25%;Rp 150.000;500;20;31/12/2026;Untuk semua\nHEMAT;Rp 10.000,-;;tanpa batas;3;;\nTANYA;10;;;;;\n',
  );
  expect(share?.item).toEqual({
    code: 'LEBARAN25',
    type: 'percent',
    value: 25,
    currency: 'IDR',
    description: 'Untuk semua',
    minPurchaseAmount: 150_000,
    maxUsesTotal: 480,
    maxUsesPerCustomer: null,
    startsAt: null,
    expiresAt: '2026-12-31T16:59:59.000Z',
    active: true,
    public: false,
  });
  expect(amount?.item).toMatchObject({ type: 'fixed', value: 10_000, maxUsesTotal: null, expiresAt: null });
  expect(none).toEqual({ item: null, problem: 'TYPE', field: 'type' });
});

test('an export of WooCommerce', async () => {
  const [share, cart, product, free] = await outcomes(
    'post_title,post_excerpt,post_status,discount_type,coupon_amount,usage_limit,usage_limit_per_user,date_expires,minimum_amount\nwelcome,Halo,publish,percent,10.00,100,1,2027-01-31,\nlima,,draft,fixed_cart,5000,,,,20000\nsatu,,publish,fixed_product,5000,,,,\nongkir,,publish,free_shipping,0,,,,\n',
  );
  expect(share?.item).toMatchObject({
    code: 'welcome',
    type: 'percent',
    value: 10,
    description: 'Halo',
    maxUsesTotal: 100,
    maxUsesPerCustomer: 1,
    expiresAt: '2027-01-31T16:59:59.000Z',
    active: true,
  });
  expect(cart?.item).toMatchObject({ type: 'fixed', value: 5000, minPurchaseAmount: 20_000, active: false });
  expect(product).toEqual({ item: null, problem: 'TYPE', field: 'type' });
  expect(free?.item).toMatchObject({ type: 'shipping_percent', value: 100 });
});

test('an export of Voucherify', async () => {
  const [amount, share] = await outcomes(
    'Code,Discount Type,Value,Currency,Start Date,Expiration Date,Redemption Quantity,Redeemed Quantity,Active\nA-1,AMOUNT,19.90,USD,2026-01-01T00:00:00Z,2026-12-31T00:00:00Z,1,0,true\nA-2,PERCENT,15,,,,,,false\n',
  );
  expect(amount?.item).toMatchObject({
    type: 'fixed',
    value: 1990,
    currency: 'USD',
    startsAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-12-31T00:00:00.000Z',
    maxUsesTotal: 1,
    active: true,
  });
  expect(share?.item).toMatchObject({ type: 'percent', value: 15, currency: 'IDR', active: false });
});

test.each([
  [',percent,10,,,,,ya', 'NO_CODE', 'code'],
  ['1.2E+11,percent,10,,,,,ya', 'SCIENTIFIC', 'code'],
  ['A,percent,101,,,,,ya', 'PERCENT', 'value'],
  ['A,percent,12.5,,,,,ya', 'PERCENT', 'value'],
  ['A,percent,,,,,,ya', 'PERCENT', 'value'],
  ['A,fixed,gratis,,,,,ya', 'AMOUNT', 'value'],
  ['A,fixed,0,,,,,ya', 'AMOUNT', 'value'],
  ['A,fixed,25%,,,,,ya', 'AMOUNT', 'value'],
  ['A,BOGO,10,,,,,ya', 'TYPE', 'type'],
  ['A,percent,10,0,,,,ya', 'CAP', 'maxUsesTotal'],
  ['A,percent,10,5,5,,,ya', 'USED_UP', 'used'],
  ['A,percent,10,,,lusa,,ya', 'DATE', 'startsAt'],
  ['A,percent,10,,,2026-02-02,2026-02-01,ya', 'ORDER', 'expiresAt'],
  ['A,percent,10,,,,,mungkin', 'ACTIVE', 'active'],
  ['A,percent,10,,,,,ya,lagi', 'TOO_MANY_CELLS', null],
  [`${'x'.repeat(51)},percent,10,,,,,ya`, 'VALUE', 'code'],
])('%s is refused', async (row, problem, field) => {
  // The good row fills every column, so that each is guessed.
  const [good, refused] = await outcomes(
    `kode,jenis,nilai,kuota,terpakai,mulai,berakhir,aktif\nB,persen,5,9,1,2026-01-01,2026-02-01,ya\n${row}\n`,
  );
  expect(good?.problem).toBeNull();
  expect(refused).toEqual({ item: null, problem, field });
});
