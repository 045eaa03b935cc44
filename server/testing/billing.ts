/**
 * The common part of the tests of billing: a checkout and its outcome through the doors, the sandbox's callbacks, time.
 */
import { afterEach, beforeAll, expect } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import {
  callbackRequest,
  sandboxCallback,
  type SandboxCallback,
} from '@/server/modules/account/billing/payments/sandbox-callback';
import { sweepBillingJob } from '@/server/modules/account/billing/jobs';
import { expectData } from '@/server/testing/http';
import type { Answer, Tenant, TestServer } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

export const DAY = 24 * 60 * 60_000;

/** Lets the sandbox find the server, and puts the clock back after each test. */
export function useBilling(server: TestServer): void {
  beforeAll(() => {
    Object.assign(server.services.settings, { port: Number(new URL(server.baseUrl).port) });
  });
  afterEach(() => setClockOffset(0));
}

export interface Opened {
  subscriptionId: string;
  invoiceId: string;
  checkoutSessionId: string;
  checkoutUrl: string;
}

export const openCheckout = async (
  server: TestServer,
  tenant: Tenant,
  plan: string,
  more: Record<string, unknown> = {},
): Promise<Opened> =>
  expectData(
    await server.call(tenant.key, 'POST', '/api/v1/billing/checkout', {
      body: { plan, email: 'ani@example.com', ...more },
    }),
  ) as Opened;

/** Presses a button of the hosted page. */
export const press = (
  server: TestServer,
  { checkoutSessionId }: Pick<Opened, 'checkoutSessionId'>,
  choice: string,
): Promise<Answer> =>
  server.fetch('POST', `/sandbox-checkout/${checkoutSessionId}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `choice=${choice}`,
  });

/** Checks out, pays on the hosted page, and lets the callback come. */
export async function pay(
  server: TestServer,
  tenant: Tenant,
  plan: string,
  more: Record<string, unknown> = {},
): Promise<Opened> {
  const opened = await openCheckout(server, tenant, plan, more);
  expect((await press(server, opened, 'pay')).status).toBe(303);
  await runJobs(server.services);
  return opened;
}

/** The worker's minute: the sweep and all that follows from it. */
export async function minute(server: TestServer): Promise<void> {
  await sweepBillingJob.run(server.services, {});
  await runJobs(server.services);
}

/** Moves the service's clock to `at`. */
export const travelTo = (at: Date | string): void => setClockOffset(new Date(at).getTime() - Date.now());

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
export const read = async (server: TestServer, tenant: Tenant, what: string): Promise<any> =>
  expectData(await server.call(tenant.key, 'GET', `/api/v1/billing/${what}`));

/** Sends a callback of the sandbox as it is, signed. */
export function sendCallback(server: TestServer, callback: SandboxCallback): Promise<Answer> {
  const { headers, body } = callbackRequest(server.services.settings, JSON.stringify(callback), new Date());
  return server.fetch('POST', '/api/v1/billing/callbacks/sandbox', { headers, body });
}

/** Returns the sandbox's event about an invoice of ours. */
export async function eventOf(
  server: TestServer,
  opened: Pick<Opened, 'invoiceId'>,
  type: SandboxCallback['type'],
  at: Date,
  more: Partial<NonNullable<SandboxCallback['data']['invoice']>> = {},
): Promise<SandboxCallback> {
  const { id, reference, amount, currency, subscriptionId } =
    await server.services.database.prisma.sandboxInvoice.findFirstOrThrow({ where: { id: opened.invoiceId } });
  return sandboxCallback(
    {
      type,
      data: {
        subscriptionId,
        invoice:
          type === 'subscription.canceled'
            ? null
            : { id, reference, amount: Number(amount), currency, receiptUrl: null, ...more },
      },
    },
    at,
  );
}

/** All that billing keeps of a workspace, without what differs from one report to another. */
export async function billingOf(server: TestServer, accountId: string) {
  const { prisma } = server.services.database;
  const subscription = await prisma.subscription.findUnique({
    where: { accountId },
    omit: { createdAt: true, updatedAt: true, accountId: true },
  });
  const invoices = await prisma.invoice.findMany({
    where: { accountId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    omit: { updatedAt: true },
  });
  return { subscription, invoices };
}
