/** The sandbox's part of the worker. */
import * as z from 'zod';
import { defineCronJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { STOREFRONTS } from '@/server/platform/lib/shared-vocabulary';
import { ANSWERS } from '@/server/sandbox/vocabulary';

/** Calls back what a person has asked for. */
export const answerJob = defineWorkspaceJob({
  name: 'sandbox.answer',
  payload: z.object({ ids: z.array(z.string()), event: z.enum(ANSWERS) }),
  run: async (services, db, payload) => (await import('@/server/sandbox/play')).playAnswer(services, db, payload),
});

/** Brings what somebody writes to a channel. */
export const writeJob = defineWorkspaceJob({
  name: 'sandbox.write',
  payload: z.object({ channelId: z.string(), sender: z.string(), name: z.string(), text: z.string() }),
  run: async (services, db, payload) => (await import('@/server/sandbox/call-back')).writeIn(services, db, payload),
});

/** Calls back what recipients do by themselves and is due. */
export const reactJob = defineWorkspaceJob({
  name: 'sandbox.react',
  payload: z.object({}),
  key: (_, accountId) => `sandbox.react:${accountId}`,
  run: async (services, { accountId }) => (await import('@/server/sandbox/play')).playReactions(services, accountId),
});

/** Sends the webhooks of what happened in a shop of the sandbox. */
export const sendShopChangesJob = defineWorkspaceJob({
  name: 'sandbox.send-shop-changes',
  payload: z.object({ provider: z.enum(STOREFRONTS), ids: z.array(z.string()) }),
  run: async (services, db, payload) => (await import('@/server/sandbox/shop-call')).callOfShop(services, db, payload),
});

const KEPT_MS = 7 * 24 * 60 * 60_000;

export const pruneSandboxJob = defineCronJob({
  name: 'sandbox.prune',
  cron: '23 * * * *',
  async run({ database, log }) {
    const { rowCount } = await database.pool.query('DELETE FROM "SandboxMessage" WHERE "createdAt" < $1', [
      new Date(now().getTime() - KEPT_MS),
    ]);
    const changes = await database.pool.query('DELETE FROM "SandboxShopChange" WHERE "createdAt" < $1', [
      new Date(now().getTime() - KEPT_MS),
    ]);
    log.debug({ removed: rowCount, changes: changes.rowCount }, 'what the sandbox recorded pruned');
  },
});
