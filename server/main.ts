/** The web process: Fastify and Next on one port, until it is told to stop. */
import { ConnectionsError } from '@/server/platform/db/check-connections';
import { createServices } from '@/server/assembly/services';
import { loadSettings, SettingsError } from '@/server/platform/env';
import { createApp } from '@/server/doors/app';
import { makeDocument } from '@/server/doors/docs';
import { serveHotReload } from '@/server/doors/hot-reload';
import { createPages } from '@/server/doors/next';
import { runUntilStopped, reportReady } from '@/server/platform/lib/process';

async function main(): Promise<void> {
  const settings = loadSettings(process.env);
  const services = createServices(settings, { name: 'web', answersRequests: true });
  await services.connections.atStart();
  const pages = await createPages(services);
  const app = await createApp(services, pages.pages);
  await makeDocument(app);
  if (settings.dev) serveHotReload(app.server, pages.upgrades);
  await app.listen({ host: settings.host, port: settings.port });
  reportReady();
  runUntilStopped(services.log, async () => {
    // Requests in flight are answered; new ones go elsewhere.
    await app.close();
    await pages.close();
    await services.close();
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError || error instanceof ConnectionsError ? error.message : error);
  process.exit(1);
});
