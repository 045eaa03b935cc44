/** A worker for the kill test: the queue alone, with every job. Bundled and forked by server/platform/jobs/job-leases.test.ts. */
import { loadSettings } from '@/server/platform/env';
import { createServices } from '@/server/assembly/services';
import { startQueue } from '@/server/assembly/queue';

/** Much shorter than the worker's own. */
const LEASES = { leaseMs: 2_000, everyMs: 200 };

const services = createServices(loadSettings(process.env), { name: 'queue worker', poolSize: 3 });
process.on('disconnect', () => process.exit());
void startQueue(services, LEASES).then(() => process.send?.('ready'));
