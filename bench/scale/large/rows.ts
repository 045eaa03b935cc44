/**
 * What a workspace of `people` contacts has, as SQL: of each table so many rows a contact, spread over a year that ends
 * now, the oldest first, their ids in the form that the database makes, of the same moment. One statement fills any number
 * of workspaces: those of the temporary table `space`.
 */

/** A row of a table, by its number among those of its workspace. */
export interface Filled {
  table: string;
  /** Rows for each contact. */
  share: number;
  /** Column → SQL, in which `n` is the row's number, `ms` its moment in milliseconds, `at` the same, `a` the workspace, `people` and `began` and `year` what ids of others are made of. */
  columns: Readonly<Record<string, string>>;
}

/** Of how many broadcasts the messages are; the newest of them has a tenth of all. */
export const BROADCASTS = 500;
export const MESSAGES = 5;
const CODES = 0.01;
const LINKS = 0.005;

/** As new_id() of that moment. */
const idOf = (ms: string, n: string): string =>
  `'c' || lpad(to_hex((${ms})::bigint >> 6), 9, '0') || lpad(to_hex((${n})::bigint), 15, '0')`;
/** Of the row of that number in a table with so many for each contact. */
const rowOf = (n: string, share: number): string =>
  idOf(`began + (${n})::bigint * year / greatest((people * ${share})::bigint, 1)`, n);
const contact = (n: string): string => rowOf(`1 + (${n}) % people`, 1);
/** Somebody else for each of `people` neighbours. */
const anybody = '(n::bigint * 7919)';
const broadcast = `CASE WHEN n > people * ${MESSAGES * 0.9} THEN ${BROADCASTS} ELSE 1 + ((n - 1) * ${BROADCASTS - 1} / greatest((people * ${MESSAGES * 0.9})::bigint, 1)) END`;
/** Without their moments: few as they are, their order is that of their numbers. */
export const plainId = (what: string, n: string | number): string => `'c' || lpad('${what}' || (${n}), 24, '0')`;
const oneOf = (words: readonly string[], n = 'n'): string =>
  `(ARRAY[${words.map((word) => `'${word}'`).join(', ')}])[1 + (${n})::bigint % ${words.length}]`;

const DOMAINS = ['gmail.com', 'example.com', 'yahoo.com', 'toko.example.co.id'];
const FIRST = ['Sari', 'Dewi', 'Budi', 'Ani', 'Rina', 'Agus', 'Putri', 'Joko', 'Wulan', 'Bayu', 'Ayu'];
const LAST = ['Wati', 'Santoso', 'Lestari', 'Hidayat', 'Nugroho', 'Saputra', 'Kusuma', 'Halim', 'Wijaya', 'Siregar'];
/** Most are delivered, some opened or clicked, a few bounced or failed. */
const STATUSES = [
  ...Array.from({ length: 10 }, () => 'delivered'),
  ...['opened', 'opened', 'opened', 'opened', 'opened', 'clicked', 'sent', 'sent', 'bounced', 'failed'],
];
const status = oneOf(STATUSES, 'n * 31');
const email = `'person' || n || '@' || ${oneOf(DOMAINS)}`;
const emailOf = (n: string): string => `'person' || (${n}) || '@' || ${oneOf(DOMAINS, n)}`;
const phone = `'+62812' || lpad(n::text, 8, '0')`;
const customer = `'customer-' || (1 + ${anybody} % people)`;
const when = (words: readonly string[], what = 'at'): string =>
  `CASE WHEN ${status} IN (${words.map((word) => `'${word}'`).join(', ')}) THEN ${what} END`;

export const FILLED: readonly Filled[] = [
  {
    table: 'Contact',
    share: 1,
    columns: {
      id: idOf('ms', 'n'),
      identityHash: `encode(sha256((${email} || '|' || ${phone})::bytea), 'hex')`,
      email,
      phone,
      phoneE164: phone,
      firstName: oneOf(FIRST, 'n * 13'),
      lastName: oneOf(LAST, 'n * 17'),
      subscriptions: `CASE WHEN n % 20 = 0 THEN '{"email": "unsubscribed"}' ELSE '{"email": "subscribed"}' END::jsonb`,
      attributes: `jsonb_build_object('city', ${oneOf(['Jakarta', 'Bandung', 'Medan', 'Surabaya', 'Denpasar', 'Malang', 'Solo'])}, 'orders', n % 40)`,
      source: oneOf(['csv_import', 'csv_import', 'shop', 'form', 'api']),
      externalRef: `'customer-' || n`,
      createdAt: 'at',
      updatedAt: 'at',
    },
  },
  {
    // One with a tenth of all, one with a hundredth.
    table: 'ContactListMember',
    share: 0.11,
    columns: {
      listId: `CASE WHEN n % 11 = 0 THEN ${plainId('l', 2)} ELSE ${plainId('l', 1)} END`,
      contactId: contact('n * 9'),
      addedAt: 'at',
    },
  },
  {
    table: 'Suppression',
    share: 0.05,
    columns: {
      family: `'email'`,
      address: emailOf('n * 20'),
      reason: `'recipient'`,
      createdAt: 'at',
      broadcastId: `CASE WHEN n % 10 = 0 THEN ${plainId('b', BROADCASTS)} ELSE ${plainId('b', `1 + n % ${BROADCASTS - 1}`)} END`,
    },
  },
  {
    table: 'ConsentEntry',
    share: 0.05,
    columns: {
      id: idOf('ms', 'n'),
      contactId: contact('n * 20 - 1'),
      family: `'email'`,
      from: 'NULL',
      to: `'unsubscribed'`,
      at: 'at',
      by: `'recipient'`,
    },
  },
  {
    table: 'MarketingMessage',
    share: MESSAGES,
    columns: {
      id: idOf('ms', 'n'),
      campaignId: plainId('b', broadcast),
      contactId: contact(anybody),
      channelIntegrationId: `'channel-' || a`,
      provider: `'email_p1'`,
      recipient: emailOf(`1 + ${anybody} % people`),
      contentId: plainId('o', 1),
      status,
      lastError: when(['failed'], `'refused'`),
      sentAt: `CASE WHEN ${status} <> 'failed' THEN at END`,
      deliveredAt: when(['delivered', 'opened', 'clicked']),
      openedAt: when(['opened', 'clicked']),
      clickedAt: when(['clicked']),
      bouncedAt: when(['bounced']),
      failedAt: when(['failed']),
      createdAt: 'at',
      updatedAt: 'at',
    },
  },
  {
    table: 'MessageClick',
    share: 0.05,
    columns: {
      broadcastId: plainId('b', BROADCASTS),
      linkHash: `md5((n % 5)::text)`,
      messageId: rowOf(`people * 4.5 + n`, MESSAGES),
      link: `'https://toko.example/' || n % 5`,
      at: 'at',
    },
  },
  {
    table: 'DiscountCode',
    share: CODES,
    columns: {
      id: idOf('ms', 'n'),
      code: `'LARGE' || n`,
      type: `'percent'`,
      value: '5 + n % 60',
      currency: `'IDR'`,
      scope: `'cart'`,
      maxUsesPerCustomer: 'CASE WHEN n % 2 = 0 THEN 1000000 END',
      active: 'n % 3 > 0 OR n < 3',
      public: 'n % 1000 = 1',
      createdAt: 'at',
      updatedAt: 'at',
    },
  },
  {
    // A tenth of them of one code.
    table: 'DiscountRedemption',
    share: 0.5,
    columns: {
      id: idOf('ms', 'n'),
      discountCodeId: rowOf(
        `CASE WHEN n % 10 = 0 THEN 1 ELSE 1 + n % greatest((people * ${CODES})::bigint, 1) END`,
        CODES,
      ),
      checkoutSessionId: `'session-' || n`,
      appliedAmount: '15000',
      appliedShipping: '0',
      currency: `'IDR'`,
      customerId: customer,
      redeemedAt: 'at',
      orderTotal: '150000',
    },
  },
  {
    table: 'AbandonedCartReminder',
    share: 0.05,
    columns: {
      id: idOf('ms', 'n'),
      customerId: customer,
      cartId: `'cart-' || n`,
      email: emailOf(`1 + ${anybody} % people`),
      cartSnapshot: `'{"items": []}'`,
      valueAtSend: '150000',
      currencyAtSend: `'IDR'`,
      sentAt: 'at',
      recoveredAt: 'CASE WHEN n % 4 = 0 THEN at END',
    },
  },
  {
    table: 'BuyerEmailPreference',
    share: 0.01,
    columns: { id: idOf('ms', 'n'), email: emailOf('n * 100'), abandonedCartOptOut: 'true', optedOutAt: 'at' },
  },
  {
    table: 'ReferralLink',
    share: LINKS,
    columns: {
      id: idOf('ms', 'n'),
      programId: plainId('g', 1),
      customerId: `'customer-' || n * 200`,
      code: `'LINK' || n`,
      clicks: 'n % 50',
      signups: '4',
      rewards: '4',
      revenue: '600000',
      createdAt: 'at',
    },
  },
  {
    table: 'ReferralAttribution',
    share: 0.02,
    columns: {
      id: idOf('ms', 'n'),
      programId: plainId('g', 1),
      linkId: rowOf(`1 + n % greatest((people * ${LINKS})::bigint, 1)`, LINKS),
      referrerCustomerId: `'customer-' || (1 + n % greatest((people * ${LINKS})::bigint, 1)) * 200`,
      refereeCustomerId: `'referee-' || n`,
      status: `'rewarded'`,
      amount: '15000',
      currency: `'IDR'`,
      expiresAt: `at + interval '30 days'`,
      rewardedAt: 'at',
      createdAt: 'at',
      updatedAt: 'at',
    },
  },
  {
    table: 'Order',
    share: 0.1,
    columns: {
      id: idOf('ms', 'n'),
      externalSource: `'toko'`,
      externalRef: `'order-' || n`,
      number: `'#' || n`,
      checkoutSessionId: `'session-' || n * 5`,
      contactId: contact(anybody),
      customerRef: customer,
      email: emailOf(`1 + ${anybody} % people`),
      amount: '150000',
      refunded: '0',
      currency: `'IDR'`,
      status: `'paid'`,
      discountCodes: `'{}'`,
      items: `'[]'`,
      placedAt: 'at',
      paidAt: 'at',
      sourceUpdatedAt: 'at',
      createdAt: 'at',
      updatedAt: 'at',
    },
  },
  {
    table: 'Checkout',
    share: 0.02,
    columns: {
      id: idOf('ms', 'n'),
      externalSource: `'toko'`,
      externalRef: `'checkout-' || n`,
      email: emailOf(`1 + ${anybody} % people`),
      contactId: contact(anybody),
      value: '150000',
      currency: `'IDR'`,
      items: `'[]'`,
      status: `'abandoned'`,
      abandonedAt: 'at',
      madeAt: 'at',
      sourceUpdatedAt: 'at',
      createdAt: 'at',
      updatedAt: 'at',
    },
  },
  {
    table: 'PixelConversion',
    share: 0.02,
    columns: {
      id: idOf('ms', 'n'),
      eventId: `'session-' || n`,
      customerId: customer,
      value: '150000',
      currency: `'IDR'`,
      valueFrom: `'recover'`,
      occurredAt: 'at',
      status: `'sent'`,
      sentAt: 'at',
      createdAt: 'at',
      updatedAt: 'at',
    },
  },
  {
    table: 'ShopperEvent',
    share: 0.2,
    columns: {
      id: `'event-' || n`,
      name: oneOf(['page_viewed', 'product_viewed', 'page_viewed', 'cart_updated']),
      at: 'at',
      contactId: contact(anybody),
      properties: `jsonb_build_object('sku', n % 50)`,
      createdAt: 'at',
    },
  },
  {
    table: 'WebhookDelivery',
    share: 0.05,
    columns: {
      id: idOf('ms', 'n'),
      endpointId: plainId('w', 1),
      eventId: idOf('ms', 'n'),
      type: oneOf(['svc.contact.created.v1', 'svc.contact.updated.v1', 'svc.discount_code.redeemed.v1']),
      payload: `json_build_object('id', n, 'type', 'svc.contact.created.v1', 'data', json_build_object('contact', json_build_object('id', ${contact('n')}, 'email', ${email}, 'firstName', 'Sari', 'lastName', 'Wati', 'attributes', json_build_object('city', 'Bandung'))))`,
      status: `CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'sent' END`,
      attempts: '1',
      lastAttemptAt: 'at',
      responseCode: 'CASE WHEN n % 50 = 0 THEN 500 ELSE 200 END',
      createdAt: 'at',
      updatedAt: 'at',
    },
  },
  {
    table: 'AuditEntry',
    share: 0.05,
    columns: {
      id: idOf('ms', 'n'),
      actorKind: `'key'`,
      actorId: `'key-' || n % 7`,
      action: oneOf(['contact.update', 'discount_code.create', 'discount_code.update', 'broadcast.send']),
      targetType: oneOf(['contact', 'discount_code', 'discount_code', 'broadcast']),
      targetId: contact(anybody),
      data: `'{"changed": ["firstName"]}'`,
      createdAt: 'at',
    },
  },
  {
    table: 'Conversation',
    share: 0.01,
    columns: {
      id: idOf('ms', 'n'),
      channelId: `'inbox-' || a`,
      provider: `'msg_p2'`,
      family: `'whatsapp'`,
      externalThreadId: phone,
      address: phone,
      senderName: `'Ani ' || n`,
      searched: `'ani ' || n || ' ' || ${phone}`,
      status: `CASE WHEN n % 10 = 0 THEN 'open' ELSE 'closed' END`,
      lastMessageAt: 'at',
      lastInboundAt: 'at',
      createdAt: 'at',
      updatedAt: 'at',
    },
  },
  {
    table: 'InboxMessage',
    share: 0.05,
    columns: {
      id: idOf('ms', 'n'),
      conversationId: rowOf('1 + n % greatest((people * 0.01)::bigint, 1)', 0.01),
      channelId: `'inbox-' || a`,
      direction: `'inbound'`,
      kind: `'text'`,
      text: `'Apakah kopi ' || ${oneOf(['gayo', 'toraja', 'kintamani', 'flores'])} || ' pesanan nomor' || n || ' masih ada?'`,
      providerMessageId: `'SM' || n`,
      authorKind: `'person'`,
      at: 'at',
      createdAt: 'at',
    },
  },
];

/** The rows from number $1 to number $2 of each workspace of `space` that is `isLarge`, or of all others. */
export const fillStatement = ({ table, share, columns }: Filled, isLarge: boolean): string => `
  INSERT INTO "${table}" ("accountId", ${Object.keys(columns)
    .map((name) => `"${name}"`)
    .join(', ')})
  SELECT a, ${Object.values(columns).join(', ')}
  FROM (SELECT s.account AS a, s.people, s.began, s.year FROM space s WHERE s."isLarge" = ${isLarge}) w
  CROSS JOIN LATERAL generate_series($1::bigint, least($2::bigint, (w.people * ${share})::bigint)) n
  CROSS JOIN LATERAL (SELECT w.began + n * w.year / greatest((w.people * ${share})::bigint, 1) AS ms) t
  CROSS JOIN LATERAL (SELECT to_timestamp(t.ms / 1000.0) AS at) m`;

/** A few rows of each workspace, in their order. */
export const FEW_ROWS: readonly string[] = [
  `INSERT INTO "ContactList" ("accountId", id, name, "createdAt", "updatedAt") SELECT account, ${plainId('l', 'n')}, 'List ' || n, now(), now() FROM space, generate_series(1, 12) n`,
  `INSERT INTO "MessageContent" ("accountId", id, family, content, "createdAt") SELECT account, ${plainId('o', 1)}, 'email', '{"subject": "Halo", "text": "Halo"}', now() FROM space`,
  `INSERT INTO "Broadcast" ("accountId", id, name, providers, audience, content, status, "startedAt", "completedAt", "createdAt", "updatedAt")
   SELECT account, ${plainId('b', 'n')}, 'Broadcast ' || n, '{email_p1}', '{}', '{"email": {"subject": "Halo", "text": "Halo"}}', 'sent', at, at, at, at
   FROM space, generate_series(1, ${BROADCASTS}) n, LATERAL (SELECT now() - (${BROADCASTS} - n) * interval '365 days' / ${BROADCASTS} AS at) t WHERE people > 1000 OR n > ${BROADCASTS - 5}`,
  `INSERT INTO "MarketingCampaign" ("accountId", id, name, "createdAt", "updatedAt") SELECT account, ${plainId('k', 1)}, 'Campaign', now(), now() FROM space`,
  `INSERT INTO "ReferralProgram" ("accountId", id, enabled, "rewardType", "referrerValue", "refereeValue", currency, "createdAt", "updatedAt") SELECT account, ${plainId('g', 1)}, true, 'percent', 10, 10, 'IDR', now(), now() FROM space`,
  `INSERT INTO "WebhookEndpoint" ("accountId", id, url, events, active, secret, "secretPreview", "createdAt", "updatedAt") SELECT account, ${plainId('w', 1)}, 'https://shop.example/hooks', '{}', false, 'x', 'x', now(), now() FROM space`,
];

/** What triggers keep, which were off: word for word what they would have added up to. */
export const TALLIES: readonly string[] = [
  `INSERT INTO "ContactTally" ("accountId", month, created) SELECT c."accountId", to_char(c."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM'), count(*) FROM "Contact" c GROUP BY 1, 2`,
  `INSERT INTO "ContactQuarterTally" ("accountId", at, contacts) SELECT c."accountId", date_bin('15 minutes', c."createdAt", '2000-01-01Z'), count(*)::int FROM "Contact" c GROUP BY 1, 2`,
  `UPDATE "ContactList" l SET "memberCount" = m.members FROM (SELECT m."accountId", m."listId", count(*)::int AS members FROM "ContactListMember" m GROUP BY 1, 2) m WHERE l."accountId" = m."accountId" AND l.id = m."listId"`,
  `INSERT INTO "BroadcastTally" ("accountId", "broadcastId", status, messages, taken) SELECT m."accountId", m."campaignId", m.status, count(*)::int, count(m."sentAt")::int FROM "MarketingMessage" m WHERE m."campaignId" IS NOT NULL GROUP BY 1, 2, 3`,
  `INSERT INTO "DiscountCodeTally" ("accountId", active, inactive, "activeManual") SELECT d."accountId", count(*) FILTER (WHERE d.active), count(*) FILTER (WHERE NOT d.active), count(*) FILTER (WHERE d.active AND d.source = 'manual') FROM "DiscountCode" d GROUP BY 1`,
  `INSERT INTO "DiscountCustomerUse" ("accountId", "discountCodeId", "customerId", uses) SELECT r."accountId", r."discountCodeId", r."customerId", count(*)::int FROM "DiscountRedemption" r GROUP BY 1, 2, 3`,
  `UPDATE "DiscountCode" d SET "redemptionCount" = r.uses FROM (SELECT r."accountId", r."discountCodeId", count(*)::int AS uses FROM "DiscountRedemption" r GROUP BY 1, 2) r WHERE d."accountId" = r."accountId" AND d.id = r."discountCodeId"`,
];
