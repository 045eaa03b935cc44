/** Liveness, readiness and metrics: for the operator's machines, without authentication and without the envelope. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '@/server/platform/access/context';
import { ConnectionsError } from '@/server/platform/db/check-connections';
import { pendingMigrations } from '@/server/migrations/migrate';
import { WriteProbe } from '@/server/platform/db/write-probe';
import { LARIS_VERSION } from '@/server/platform/lib/version';
import type { Metrics } from '@/server/doors/metrics';
import { logOf } from '@/server/doors/request';

export function registerHealth(app: FastifyInstance, services: Services, metrics: Metrics): void {
  /**
   * Answers that the process runs, and its version. Says nothing of the database, so that nobody restarts the process
   * because the database is away.
   */
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version: LARIS_VERSION }),
  );

  const probe = new WriteProbe(services.database.pool);

  /**
   * Answers whether requests can be served: the migrations are those of this version, and the database keeps writes.
   */
  app.get('/readyz', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    try {
      await services.connections.pass();
      const pending = await pendingMigrations(services.database.pool);
      if (pending.length > 0) return await reply.code(503).send({ status: 'migrations missing', pending });
    } catch (error) {
      logOf(request).warn({ err: error }, 'not ready');
      const status = error instanceof ConnectionsError ? 'database addresses wrong' : 'database out of reach';
      return await reply.code(503).send({ status });
    }
    try {
      await probe.check();
      return await reply.send({ status: 'ready' });
    } catch (error) {
      logOf(request).warn({ err: error }, 'not ready');
      return await reply.code(503).send({ status: 'database cannot write' });
    }
  });

  app.get('/metrics', async (_request, reply) =>
    reply
      .type(metrics.registry.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.registry.metrics()),
  );
}
