/**
 * Carries out vendors' privacy requests (docs/contract/integrations.md#compliance). Runs in the worker, and is safe to
 * run twice: erased data is not found again, and only one of two workers ends a request.
 */
import type { Services } from '@/server/platform/access/context';
import { columnsOf } from '@/server/platform/db/columns';
import { castStored } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import { type StatementTx, systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { PrivacyRequest } from '@/prisma/generated/client';
import { toAppError } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { phoneAddress } from '@/server/modules/audience/contacts/identity';
import { phoneReader } from '@/server/modules/audience/contacts/write';
import { CATALOG } from '@/server/modules/shops/connections/catalog';
import { mailDataRequestJob } from '@/server/modules/shops/connections/compliance/jobs';
import {
  contactsOf,
  forgetContact,
  forgetPurchases,
  namesOf,
  type KnownAs,
  type RedactedShop,
} from '@/server/modules/shops/connections/compliance/person';
import { forgetShop } from '@/server/modules/shops/connections/compliance/shop';
import { externalSourceOf } from '@/server/modules/shops/orders/shop';
import type { Provider } from '@/server/modules/shops/connections/vocabulary';
import type { ComplianceKind } from '@/server/modules/shops/adapters/shopify/compliance';

/**
 * The milliseconds after which a silent worker has lost a request, so that another worker takes over; also the wait
 * before a failed request is tried again.
 */
const LEASE_MS = 60_000;

const claim = workspaceStatement<PrivacyRequest, [integrationId: string, now: Date, until: Date]>(
  'integrations.compliance.claim',
  `UPDATE "PrivacyRequest" q SET "dueAt" = $4::timestamptz FROM (
     SELECT o.id FROM "PrivacyRequest" o
       WHERE o."accountId" = $1 AND o."integrationId" = $2 AND o."dueAt" <= $3::timestamptz
     ORDER BY o."receivedAt", o.id LIMIT 1 FOR UPDATE SKIP LOCKED) n
   WHERE q."accountId" = $1 AND q.id = n.id RETURNING ${columnsOf('PrivacyRequest', 'q')}`,
);

const extend = workspaceStatement<never, [id: string, until: Date]>(
  'integrations.compliance.extend',
  `UPDATE "PrivacyRequest" q SET "dueAt" = $3::timestamptz
    WHERE q."accountId" = $1 AND q.id = $2 AND q."dueAt" IS NOT NULL`,
);

/** Ends a redaction; returns no row when another worker ended it. */
const endRedaction = workspaceStatement<{ id: string }, [id: string, now: Date]>(
  'integrations.compliance.end-redaction',
  `UPDATE "PrivacyRequest" q SET "dueAt" = NULL, "doneAt" = $3::timestamptz, "customerRef" = NULL, email = NULL,
    phone = NULL, "orderRefs" = '{}'
   WHERE q."accountId" = $1 AND q.id = $2 AND q."dueAt" IS NOT NULL RETURNING q.id`,
);

const openRequest = workspaceStatement<{ id: string }, [id: string, contactId: string | null]>(
  'integrations.compliance.open-request',
  `UPDATE "PrivacyRequest" q SET "dueAt" = NULL, "contactId" = $3
   WHERE q."accountId" = $1 AND q.id = $2 AND q."dueAt" IS NOT NULL RETURNING q.id`,
);

/**
 * Works off the waiting requests of an integration's shop, in their order of arrival. A failing request holds up no
 * other.
 */
export async function actOnRequests(
  services: Services,
  { accountId, integrationId }: { accountId: string; integrationId: string },
): Promise<void> {
  const open = (): WorkspaceDb => systemDb(services.database, accountId);
  const integration = await open().prisma.integration.findFirst({ where: { id: integrationId } });
  if (integration === null) return;
  const shop: RedactedShop = {
    externalSource: externalSourceOf(integration),
    contactSource: CATALOG[castStored<Provider>(integration.provider)].source,
  };
  for (;;) {
    const db = open();
    const [request] = await db.rows(claim, integrationId, db.now, leaseFrom(db.now));
    if (request === undefined) return;
    try {
      await act(open, shop, request);
    } catch (error) {
      if (toAppError(error).appCode === 'UNAVAILABLE') throw error;
      services.log.error({ err: error, requestId: request.id }, 'a request about people could not be done');
    }
  }
}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

async function act(open: () => WorkspaceDb, shop: RedactedShop, request: PrivacyRequest): Promise<void> {
  switch (castStored<ComplianceKind>(request.kind)) {
    case 'data_request':
      return await openDataRequest(open(), shop, request);
    case 'customer_redact':
      return await redactCustomer(open(), shop, request);
    case 'shop_redact':
      return await redactShop(open, shop, request);
  }
}

async function knownAs(db: WorkspaceDb, { customerRef, email, phone, orderRefs }: PrivacyRequest): Promise<KnownAs> {
  const read = await phoneReader(db);
  const phoneE164 = phone === null ? null : read(phone);
  return { customerRef, email, phone: phoneAddress({ phone, phoneE164 }), orderRefs };
}

/** Stores a data request with its person, for somebody to answer. */
async function openDataRequest(db: WorkspaceDb, shop: RedactedShop, request: PrivacyRequest): Promise<void> {
  const [contactId = null] = await contactsOf(db, shop, await knownAs(db, request));
  await db.transaction(async (tx) => {
    if ((await tx.rows(openRequest, request.id, contactId)).length === 0) return;
    await tx.audit({
      action: 'integration.data_request',
      targetType: 'integration',
      targetId: request.integrationId,
      data: { requestId: request.id },
    });
    await enqueue(tx, mailDataRequestJob, { requestId: request.id });
  });
}

/** Erases a customer: one transaction for each contact, and another for their purchases and the end of the request. */
async function redactCustomer(db: WorkspaceDb, shop: RedactedShop, request: PrivacyRequest): Promise<void> {
  const person = await knownAs(db, request);
  const contactIds = await contactsOf(db, shop, person);
  const names = await namesOf(db, shop, person, contactIds);
  for (const id of contactIds) await forgetContact(db, shop, id);
  await db.transaction(async (tx) => {
    await forgetPurchases(tx, shop, names, person.orderRefs, contactIds);
    await end(tx, request, 'customers/redact');
  });
}

async function redactShop(open: () => WorkspaceDb, shop: RedactedShop, request: PrivacyRequest): Promise<void> {
  await forgetShop(open(), shop, async () => {
    const db = open();
    await db.rows(extend, request.id, leaseFrom(db.now));
  });
  await open().transaction((tx) => end(tx, request, 'shop/redact'));
}

async function end(tx: StatementTx, { id, integrationId }: PrivacyRequest, topic: string): Promise<void> {
  if ((await tx.rows(endRedaction, id, tx.now)).length === 0) return;
  await tx.audit({
    action: 'integration.redact',
    targetType: 'integration',
    targetId: integrationId,
    data: { topic },
  });
}
