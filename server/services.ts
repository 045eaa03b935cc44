/** Builds what lives as long as the process, from the settings. */
import { pino, type Logger, type LoggerOptions } from 'pino';
import { KeyStore } from '@/server/auth/keys';
import { PartnerCallCounter } from '@/server/auth/partner-calls';
import { PartnerLinks } from '@/server/auth/partner-links';
import { SessionStore } from '@/server/auth/session';
import type { Services } from '@/server/context';
import { openDatabase } from '@/server/db/client';
import type { Settings } from '@/server/env';
import { setClockOffset } from '@/server/lib/clock';
import { standardOutput } from '@/server/lib/log-lines';
import { ShortCache } from '@/server/lib/short-cache';
import { openMailer } from '@/server/mail/mailer';
import { paymentProviders } from '@/server/payments/providers';
import { setOffered } from '@/server/providers/offered';
import { createTransport, type TransportOptions } from '@/server/providers/transport';
import { openUploadStore } from '@/server/uploads/open-store';

/**
 * Logs are JSON lines on standard output. What could hold a secret is never handed to the logger; the paths below
 * are the second line, for objects that somebody logs whole.
 */
export function createLogger({ logLevel }: Pick<Settings, 'logLevel'>, name: string): Logger {
  const options: LoggerOptions = {
    level: logLevel,
    base: { process: name, pid: process.pid },
    redact: [
      '*.authorization',
      '*.cookie',
      '*.password',
      '*.secret',
      '*.signingKey',
      '*.connectionString',
      'authorization',
      'cookie',
      'password',
      'secret',
      'signingKey',
    ],
  };
  return pino(options, standardOutput());
}

const ACCOUNT_EXISTS = { name: 'auth.account-exists', text: 'SELECT 1 FROM "Account" WHERE id = $1' };

export interface ServicesHandle extends Services {
  /** Writes what is still to be written and closes the connections. */
  close(): Promise<void>;
}

export function createServices(
  settings: Settings,
  options: {
    name: string;
    poolSize?: number;
    log?: Logger;
    /** Of tests and benchmarks: no setting reaches it. */ transport?: TransportOptions;
  },
): ServicesHandle {
  setClockOffset(settings.clockOffset);
  setOffered({ smtp: settings.extensions.has('smtp') });
  const log = options.log ?? createLogger(settings, options.name);
  const database = openDatabase(settings.databaseUrl, {
    ...(options.poolSize === undefined ? {} : { poolSize: options.poolSize }),
    name: `laris ${options.name}`,
    notesChanges: settings.extensions.has('webhook-delivery'),
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const keys = new KeyStore(database, settings.appSecrets, (error) =>
    log.warn({ err: error }, 'lastUsedAt could not be written, trying again'),
  );
  const sessions = new SessionStore(database, settings, (error) =>
    log.warn({ err: error }, 'lastSeenAt could not be written, trying again'),
  );
  const workspaces = new ShortCache(
    async (id: string) => (await database.pool.query({ ...ACCOUNT_EXISTS, values: [id] })).rowCount === 1,
  );
  const partnerCalls = new PartnerCallCounter(database, (error) =>
    log.warn({ err: error }, 'calls of partners could not be counted, trying again'),
  );
  const transport = createTransport(options.transport);
  const mail = openMailer(settings);
  return {
    settings,
    database,
    payments: paymentProviders({ settings, database, transport }),
    keys,
    sessions,
    workspaces,
    partnerLinks: new PartnerLinks(database),
    partnerCalls,
    uploads: openUploadStore(settings),
    transport,
    mail,
    log,
    close: async () => {
      await keys.flush();
      await sessions.flush();
      await partnerCalls.flush();
      await transport.close();
      mail?.close();
      await database.close();
    },
  };
}
