/** What columns stand for, by the names that shops, spreadsheets and mail services give them; and the contacts that come of it. */
import { describe, expect, test } from 'vitest';
import { guessMapping, readSubscription, type Mapping } from '@/components/csv/contact-columns';
import type { Target } from '@/components/csv/contact-targets';
import { canReach, contactOf } from '@/components/csv/contact-rows';
import { columnFaults } from '@/app/(dashboard)/contacts/import/mapping-faults';
import { inspected, columnsOf, inShort, guess } from '@/components/csv/testing';

const field = (name: 'email' | 'phone' | 'fullName'): Target => ({ kind: 'field', field: name });

describe('guesses', () => {
  test.each([
    ['E-mail', 'email'],
    ['Surel', 'email'],
    ['Alamat Email', 'email'],
    ['EMAIL ADDRESS', 'email'],
    ['emailAddress', 'email'],
    ['Nama', 'fullName'],
    ['Nama Lengkap', 'fullName'],
    ['nama depan', 'firstName'],
    ['Nama Belakang', 'lastName'],
    ['FNAME', 'firstName'],
    ['last_name', 'lastName'],
    ['No HP', 'phone'],
    ['No. Telepon', 'phone'],
    ['Nomor WhatsApp', 'phone'],
    ['WhatsApp', 'phone'],
    ['no_telp', 'phone'],
    ['Mobile', 'phone'],
    ['Kota', 'attributes.city'],
    ['Kota/Kabupaten', 'attributes.city'],
    ['Tanggal lahir', 'attributes.birthday'],
    ['Kopi favorit', 'attributes.kopi_favorit'],
    ['Sumber', 'source'],
    ['ID Pelanggan', 'externalRef'],
    ['Telegram', 'socialHandles.telegram'],
    ['CONFIRM_TIME', 'since'],
    ['Email Marketing Consent Timestamp', 'since'],
    ['Tanggal berlangganan', 'since'],
    ['No', '–'],
  ])('%s is %s', async (header, target) => {
    expect(await guess(`${header},x\n12,y\n`)).toEqual([target, expect.anything()]);
  });

  test('an export of Shopify', async () => {
    const head =
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address City,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Note';
    expect(
      await guess(`${head}\n'6512,Sari,Dewi,sari@toko.id,yes,,Bandung,+62811111111,+62822222222,no,350000.00,\n`),
    ).toEqual([
      'externalRef',
      'firstName',
      'lastName',
      'email',
      'subscriptions.email',
      '–',
      'attributes.city',
      'attributes.default_address_phone',
      'phone',
      'subscriptions.sms',
      'attributes.total_spent',
      '–',
    ]);
  });

  test('an export of Mailchimp', async () => {
    const head = 'Email Address,First Name,Last Name,Phone Number,Birthday,MEMBER_RATING,OPTIN_IP,CC,LEID,EUID';
    expect(await guess(`${head}\nsari@toko.id,Sari,Dewi,0811111111,05/12,4,1.2.3.4,ID,12,abc\n`)).toEqual([
      'email',
      'firstName',
      'lastName',
      'phone',
      'attributes.birthday',
      'attributes.member_rating',
      '–',
      'attributes.country',
      '–',
      'externalRef',
    ]);
  });

  test('an export of Klaviyo: who was never asked waits, and is not written to', async () => {
    const file =
      'Email,Klaviyo ID,First Name,Last Name,Phone Number,City,State / Region,Country,IP Address,Email Marketing Consent,SMS Marketing Consent,Points\n' +
      'sari@toko.id,01H1,Sari,Dewi,+62822222222,Bandung,Jawa Barat,Indonesia,203.0.113.7,SUBSCRIBED,NEVER_SUBSCRIBED,120\n' +
      'budi@toko.id,01H2,Budi,,,Bogor,Jawa Barat,Indonesia,203.0.113.8,UNSUBSCRIBED,NEVER_SUBSCRIBED,3\n';
    const columns = await columnsOf(file);
    expect(guessMapping(columns).map(inShort)).toEqual([
      'email',
      '–',
      'firstName',
      'lastName',
      'phone',
      'attributes.city',
      'attributes.state_region',
      'attributes.country',
      '–',
      'subscriptions.email',
      'subscriptions.sms',
      'attributes.points',
    ]);
    const cells = (file.split('\n')[1] ?? '').split(',');
    expect(contactOf(cells, guessMapping(columns), 'id')).toMatchObject({
      contact: { subscriptions: { email: 'subscribed', sms: 'pending' }, attributes: { points: 120 } },
      problem: null,
    });
  });

  test('when somebody agreed: the last of its dates, where nothing has to be guessed', async () => {
    const columns = await columnsOf(
      'Email Address,OPTIN_TIME,CONFIRM_TIME\nsari@toko.id,2023-05-01 10:00:00,2023-05-01 10:07:09\n',
    );
    const mapping = guessMapping(columns);
    expect(mapping.map(inShort)).toEqual(['email', 'since', 'since']);
    const sinceOf = (...cells: string[]) => contactOf(['sari@toko.id', ...cells], mapping, 'id').since;
    expect(sinceOf('2023-05-01 10:00:00', '2023-05-01 10:07:09')).toBe('2023-05-01T10:07:09.000Z');
    expect(sinceOf('2023-05-01T10:00:00+07:00', '')).toBe('2023-05-01T03:00:00.000Z');
    expect(sinceOf('2023-05-01', '')).toBe('2023-05-01T00:00:00.000Z');
    for (const unsure of ['', '03/04/2023', 'yesterday', '2023-13-01', '0000-00-00 00:00:00'])
      expect(sinceOf(unsure, '')).toBeUndefined();
  });

  test('an export of listmonk: its attributes are taken apart, its states are read', async () => {
    const file =
      'uuid,email,name,attributes,status,created_at,updated_at\n' +
      '5d7a,sari@toko.id,Sari Dewi,"{""city"": ""Bandung""}",enabled,2026-01-01 00:00:00 +0000 UTC,2026-01-02 00:00:00 +0000 UTC\n' +
      '5d7b,budi@toko.id,Budi,{},blocklisted,2026-01-01 00:00:00 +0000 UTC,2026-01-02 00:00:00 +0000 UTC\n';
    const mapping = guessMapping(await columnsOf(file));
    expect(mapping).toEqual([
      { kind: 'ignore' },
      field('email'),
      field('fullName'),
      { kind: 'attributes' },
      { kind: 'subscription', family: 'email' },
      { kind: 'ignore' },
      { kind: 'ignore' },
    ]);
    expect(
      contactOf(['5d7a', 'sari@toko.id', 'Sari Dewi', '{"city": "Bandung"}', 'enabled', '', ''], mapping, 'id'),
    ).toEqual({
      contact: {
        email: 'sari@toko.id',
        firstName: 'Sari',
        lastName: 'Dewi',
        attributes: { city: 'Bandung' },
        subscriptions: { email: 'subscribed' },
      },
      problem: null,
    });
    expect(['enabled', 'disabled', 'blocklisted', 'NEVER_SUBSCRIBED'].map(readSubscription)).toEqual([
      'subscribed',
      'unsubscribed',
      'unsubscribed',
      'pending',
    ]);
  });

  test('a status in any other file stays what it is', async () => {
    expect(await guess('email,status\nsari@toko.id,enabled\n')).toEqual(['email', 'attributes.status']);
  });

  test('an order export of Shopee prefers the buyer to the receiver', async () => {
    expect(
      await guess(
        'No. Pesanan,Username (Pembeli),Nama Penerima,No. Telepon,Kota/Kabupaten,Provinsi\n24,sari88,Sari,0811111111,KOTA BANDUNG,JAWA BARAT\n',
      ),
    ).toEqual([
      'attributes.no_pesanan',
      'attributes.username_pembeli',
      'fullName',
      'phone',
      'attributes.city',
      'attributes.province',
    ]);
    expect(
      await guess('Nama Penerima,No Telp Penerima,Nama Pembeli,No Telp Pembeli\nAni,0811111111,Sari,0822222222\n'),
    ).toEqual(['–', 'attributes.no_telp_penerima', 'fullName', 'phone']);
  });

  /** As the seller centers name the columns of their order exports, in their order; buyers' e-mails are in neither. */
  test('the whole heads of order exports of Shopee and Tokopedia', async () => {
    const shopee =
      'No. Pesanan,Status Pesanan,Alasan Pembatalan,Status Pembatalan/ Pengembalian,No. Resi,Opsi Pengiriman,Antar ke counter/ pick-up,Pesanan Harus Dikirimkan Sebelum (Menghindari keterlambatan),Waktu Pengiriman Diatur,Waktu Pesanan Dibuat,Waktu Pembayaran Dilakukan,Metode Pembayaran,SKU Induk,Nama Produk,Nomor Referensi SKU,Nama Variasi,Harga Awal,Harga Setelah Diskon,Jumlah,Returned quantity,Total Harga Produk,Total Diskon,Diskon Dari Penjual,Diskon Dari Shopee,Berat Produk,Voucher Ditanggung Penjual,Cashback Koin,Voucher Ditanggung Shopee,Paket Diskon,Potongan Koin Shopee,Diskon Kartu Kredit,Ongkos Kirim Dibayar oleh Pembeli,Total Pembayaran,Perkiraan Ongkos Kirim,Catatan dari Pembeli,Catatan,Username (Pembeli),Nama Penerima,No. Telepon,Alamat Pengiriman,Kota/Kabupaten,Provinsi,Waktu Pesanan Selesai';
    const tokopedia =
      'Nomor,Nomor Invoice,Tanggal Pembayaran,Status Terakhir,Tanggal Pesanan Selesai,Waktu Pesanan Selesai,Tanggal Pesanan Dibatalkan,Waktu Pesanan Dibatalkan,Nama Produk,Tipe Produk,Nomor SKU,Catatan Produk Pembeli,Catatan Produk Penjual,Jumlah Produk Dibeli,Harga Awal (IDR),Diskon Produk (IDR),Harga Jual (IDR),Jumlah Subsidi Tokopedia (IDR),Nilai Kupon Toko Terpakai (IDR),Jenis Kupon Toko Terpakai,Kode Kupon Toko Yang Digunakan,Biaya Pengiriman Tunai (IDR),Biaya Asuransi Pengiriman (IDR),Total Biaya Pengiriman (IDR),Total Penjualan (IDR),Nama Pembeli,No Telp Pembeli,Nama Penerima,No Telp Penerima,Alamat Pengiriman,Kota,Provinsi,Nama Kurir,Tipe Pengiriman (regular same day etc),No Resi / Kode Booking,Tanggal Pengiriman Barang,Waktu Pengiriman Barang,Gudang Pengiriman,Nama Campaign,COD';
    const placesOf = async (heads: string, values: Record<string, string>) => {
      const names = heads.split(',');
      const targets = await guess(`${heads}\n${names.map((name) => values[name] ?? 'x').join(',')}\n`);
      const taken = targets.flatMap((target, at) =>
        ['email', 'phone', 'fullName', 'firstName', 'lastName', 'attributes.city', 'attributes.province'].includes(
          target,
        )
          ? [[target, names[at]] as const]
          : [],
      );
      return Object.fromEntries(taken);
    };
    expect(await placesOf(shopee, { 'Nama Penerima': 'Sari', 'No. Telepon': '0811111111' })).toEqual({
      fullName: 'Nama Penerima',
      phone: 'No. Telepon',
      'attributes.city': 'Kota/Kabupaten',
      'attributes.province': 'Provinsi',
    });
    const buyer = { 'Nama Pembeli': 'Sari', 'No Telp Pembeli': '0822222222', 'No Telp Penerima': '0811111111' };
    expect(await placesOf(tokopedia, buyer)).toEqual({
      fullName: 'Nama Pembeli',
      phone: 'No Telp Pembeli',
      'attributes.city': 'Kota',
      'attributes.province': 'Provinsi',
    });
  });

  test('names that say nothing are told by what stands in the column', async () => {
    expect(await guess('Kontak 1,Kontak 2\nsari@toko.id,0811111111\nbudi@toko.id,0822222222\n')).toEqual([
      'email',
      'phone',
    ]);
    expect(await guess('WhatsApp,HP\nya,0811111111\ntidak,0822222222\n')).toEqual(['subscriptions.whatsapp', 'phone']);
  });

  test('the same field twice: the one with values, then the first', async () => {
    expect(await guess('Email,Email,Surel\n,a@b.id,c@d.id\n')).toEqual(['–', 'email', 'attributes.surel']);
  });

  test('attributes have different keys and the type of their values', async () => {
    const columns = await columnsOf(
      'Kota,City,Poin,Member,Kode pos,Belanja\nSolo,Solo,12,ya,01234,1.250\nMedan,Medan,7,tidak,20111,2.000\n',
    );
    expect(guessMapping(columns)).toEqual([
      { kind: 'attribute', key: 'city', type: 'text' },
      { kind: 'attribute', key: 'city_2', type: 'text' },
      { kind: 'attribute', key: 'poin', type: 'number' },
      { kind: 'attribute', key: 'member', type: 'boolean' },
      { kind: 'attribute', key: 'kode_pos', type: 'text' },
      { kind: 'attribute', key: 'belanja', type: 'number' },
    ]);
  });
});

describe('rows', () => {
  const mapping: Mapping = [
    field('fullName'),
    field('email'),
    field('phone'),
    { kind: 'subscription', family: 'email' },
    { kind: 'attribute', key: 'points', type: 'number' },
    { kind: 'attribute', key: 'member', type: 'boolean' },
    { kind: 'handle', family: 'telegram' },
    { kind: 'ignore' },
  ];

  test('become contacts with what they fill and nothing else', () => {
    expect(
      contactOf(['Siti Nur Haliza', ' siti@toko.id ', "'+62811", 'ya', '12', 'tidak', '9912', 'x'], mapping, 'id'),
    ).toEqual({
      contact: {
        firstName: 'Siti Nur',
        lastName: 'Haliza',
        email: 'siti@toko.id',
        phone: '+62811',
        subscriptions: { email: 'subscribed' },
        attributes: { points: 12, member: false },
        socialHandles: { telegram: '9912' },
      },
      problem: null,
    });
    expect(contactOf(['Budi', 'budi@toko.id', '-'], mapping, 'id')).toEqual({
      contact: { firstName: 'Budi', email: 'budi@toko.id' },
      problem: null,
    });
  });

  test('a value that is not of its type stays text', () => {
    expect(contactOf(['', 'a@b.id', '', '', 'banyak', 'kadang'], mapping, 'id').contact.attributes).toEqual({
      points: 'banyak',
      member: 'kadang',
    });
  });

  test.each(['6.28E+11', '6,28123E+11', '6E+11', '+6.2e11'])('the phone %s is refused', (phone) => {
    expect(contactOf(['Budi', 'budi@toko.id', phone], mapping, 'id').problem).toBe('PHONE_SCIENTIFIC');
  });

  test('a subscription that cannot be read, and cells that the head does not name, are refused', () => {
    expect(contactOf(['Budi', 'budi@toko.id', '', 'mungkin'], mapping, 'id').problem).toBe('SUBSCRIPTION_UNREADABLE');
    expect(contactOf(['Budi', 'b@b.id', '', '', '', '', '', '', 'lebih'], mapping, 'id').problem).toBe(
      'TOO_MANY_CELLS',
    );
    expect(contactOf(['Budi', 'b@b.id', '', '', '', '', '', '', ''], mapping, 'id').problem).toBeNull();
  });

  test('an ignored phone in scientific notation harms nobody', () => {
    expect(contactOf(['b@b.id', '6.28E+11'], [field('email'), { kind: 'ignore' }], 'id')).toEqual({
      contact: { email: 'b@b.id' },
      problem: null,
    });
  });

  test('need an e-mail or a phone', () => {
    expect(canReach([field('fullName')])).toBe(false);
    expect(canReach([field('fullName'), field('phone')])).toBe(true);
  });
});

test('a column of digits is of numbers, and one letter is no yes', async () => {
  const columns = await columnsOf('MEMBER_RATING,Gender,is_vip,Aktif,Ok\n1,F,1,ya,y\n1,F,0,ya,n\n');
  expect(guessMapping(columns).map((target) => (target.kind === 'attribute' ? target.type : target.kind))).toEqual([
    'number',
    'text',
    'boolean',
    'boolean',
    'boolean',
  ]);
});

describe('dates', () => {
  test.each([
    ['Tanggal lahir', ['17/08/1990', '02/03/1985'], 'date'],
    ['Birthday', ['08/17', '11/29'], 'date'],
    ['Tgl daftar', ['17.08.2024'], 'date'],
    ['Ukuran', ['11/29', '12/30'], 'text'],
    ['Rasio', ['1-2'], 'text'],
    ['Birthday', ['1990-08-17'], 'text'],
    ['Birthday', ['17/08/1990', 'besok'], 'text'],
  ])('%s of %j is %s', async (header, values, type) => {
    const mapping = guessMapping(
      await columnsOf(`Email,${header}\n${values.map((value) => `a@b.id,${value}\n`).join('')}`),
    );
    expect(mapping[1]).toMatchObject({ kind: 'attribute', type });
  });

  test('are read by the order of the column, of the language, or stay text', () => {
    const read = (cell: string, language: 'en' | 'id', order?: 'dmy' | 'mdy') =>
      contactOf([cell], [{ kind: 'attribute', key: 'birthday', type: 'date', ...(order && { order }) }], language)
        .contact.attributes;
    expect(read('03/04/1990', 'id')).toEqual({ birthday: '1990-04-03' });
    expect(read('03/04/1990', 'en')).toEqual({ birthday: '03/04/1990' });
    expect(read('03/04/1990', 'en', 'mdy')).toEqual({ birthday: '1990-03-04' });
    expect(read('29/11', 'en')).toEqual({ birthday: '--11-29' });
  });

  test('in English a column that leaves the order open is asked about, and one that tells it is not', async () => {
    const summaryOf = async (...days: string[]) => ({
      ...(await inspected(`Email,Birthday\n${days.map((day) => `a@b.id,${day}\n`).join('')}`)),
      language: 'en' as const,
    });
    const open = await summaryOf('03/04/1990', '05/06/1991');
    const reported = await summaryOf('03/04/1990', '13/06/1991');
    expect(columnFaults(guessMapping(open.columns), open)).toEqual([null, 'noOrder']);
    expect(columnFaults(guessMapping(reported.columns), reported)).toEqual([null, null]);
  });
});
