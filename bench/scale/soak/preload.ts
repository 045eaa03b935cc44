/**
 * Loaded by every process of the built Laris before its own code (NODE_OPTIONS of soak/laris.ts), of which nothing is
 * changed. It writes down what only the process itself knows of its heap, and leads https://*.hook.example to the sink
 * on loopback: the guard of webhooks judges a public address, as it would in production.
 */
import dns from 'node:dns/promises';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import tls from 'node:tls';

/** A public address that nobody is asked at. */
const PUBLIC = '93.184.216.34';
const DOMAIN = '.hook.example';

const { SOAK_NOTES = '' } = process.env;
let live = process.memoryUsage().heapUsed;
new PerformanceObserver((list) => {
  const kinds = list.getEntries().map((entry: PerformanceEntry & { detail?: unknown }) => entry.detail);
  if (kinds.some((detail) => (detail as { kind?: number } | undefined)?.kind === constants.NODE_PERFORMANCE_GC_MAJOR))
    live = process.memoryUsage().heapUsed;
}).observe({ entryTypes: ['gc'] });
setInterval(() => {
  const file = path.join(SOAK_NOTES, String(process.pid));
  const { heapTotal } = process.memoryUsage();
  fs.writeFileSync(`${file}.new`, JSON.stringify({ live, heap: heapTotal }));
  fs.renameSync(`${file}.new`, file);
}, 2_000).unref();

const { lookup } = dns;
dns.lookup = ((name: string, options: object) =>
  name.endsWith(DOMAIN)
    ? Promise.resolve([{ address: PUBLIC, family: 4 }])
    : lookup(name, options)) as typeof dns.lookup;
syncBuiltinESMExports();

const { connect } = tls;
tls.connect = ((...given: Parameters<typeof connect>) => {
  const [options] = given as unknown[];
  if (typeof options === 'object' && options !== null && 'host' in options && options.host === PUBLIC)
    options.host = '127.0.0.1';
  return connect(...given);
}) as typeof tls.connect;
