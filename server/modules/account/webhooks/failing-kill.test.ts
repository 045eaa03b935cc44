/**
 * kill -9 in the middle of the watch over endpoints (docs/contract/webhooks.md#failing): each owner gets one mail, and each
 * endpoint is switched off once.
 */
import { expect, it } from 'vitest';
import { killAll } from '@/server/testing/chaos';
import { makeWebhookEndpoint } from '@/server/testing/factories/account';
import { auditOf } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { useProgram } from '@/server/testing/program';
import { useServer } from '@/server/testing/server';
import { startSmtp } from '@/server/testing/smtp';
import { runJobs } from '@/server/testing/worker';
import { watchEndpointsJob } from '@/server/modules/account/webhooks/jobs';

const ENDPOINTS = times(150, 400);
const KILLS = 2;
const DAY_MS = 24 * 60 * 60_000;

const smtp = await startSmtp();
const server = useServer({ EXTENSIONS: 'webhook-delivery', SMTP_URL: smtp.url, MAIL_FROM: 'halo@laris.test' });
const program = useProgram('server/testing/watch-worker.ts');

it('mails each once and switches each off once', { timeout: 240_000 }, async () => {
  const { settings, database } = server.services;
  const us = await server.makeTenant();
  const { prisma } = database;
  for (let n = 0; n < ENDPOINTS; n++) await makeWebhookEndpoint(server.services, us.accountId);
  const all = { accountId: us.accountId };
  const environment = {
    DATABASE_URL: settings.databaseUrl,
    APP_SECRET: 'a'.repeat(40),
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
    EXTENSIONS: 'webhook-delivery',
  };
  /** Workers that are killed as soon as they have done something, and one at last that is not. */
  const killed = async (done: () => Promise<number>): Promise<void> => {
    const stoppedAt = await killAll({
      kills: KILLS,
      atOnce: () => 1,
      start: () => program.start(environment),
      word: () => 'go',
      done,
      all: ENDPOINTS,
      momentMs: 20,
      withinMs: 30_000,
    });
    // Kills that found all of them done would prove nothing.
    expect(stoppedAt.filter((count) => count < ENDPOINTS).length).toBeGreaterThan(0);
    await watchEndpointsJob.run(server.services, {});
  };

  await prisma.webhookEndpoint.updateMany({
    where: all,
    data: { failingSince: new Date(Date.now() - 4 * DAY_MS - 60_000) },
  });
  const warned = () => prisma.webhookEndpoint.count({ where: { ...all, warnedAt: { not: null } } });
  await killed(warned);
  expect(await warned()).toBe(ENDPOINTS);
  await runJobs(server.services);
  expect(smtp.mails).toHaveLength(ENDPOINTS);
  const links = smtp.mails.map(({ raw }) => /\/webhooks\/(c[0-9a-f]+)/.exec(raw)?.[1]);
  expect(new Set(links).size).toBe(ENDPOINTS);

  await prisma.webhookEndpoint.updateMany({
    where: all,
    data: {
      failingSince: new Date(Date.now() - 5 * DAY_MS - 60_000),
      warnedAt: new Date(Date.now() - DAY_MS - 60_000),
    },
  });
  const stopped = () => prisma.webhookEndpoint.count({ where: { ...all, active: false, stoppedBy: 'failing' } });
  await killed(stopped);
  expect(await stopped()).toBe(ENDPOINTS);
  const entries = await auditOf(server, us.accountId);
  expect(entries).toHaveLength(ENDPOINTS);
  expect(new Set(entries.map(({ targetId }) => targetId)).size).toBe(ENDPOINTS);
  await runJobs(server.services);
  expect(smtp.mails).toHaveLength(ENDPOINTS);
});
