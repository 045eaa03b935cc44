/** Builds, from the settings, everything that lives as long as the process. */
import { pino, type Logger, type LoggerOptions } from 'pino';
import { KeyCalls } from '@/server/platform/auth/key-calls';
import { KeyStore } from '@/server/platform/auth/keys';
import { PartnerCallCounter } from '@/server/platform/auth/partner-calls';
import { PartnerLinks } from '@/server/platform/auth/partner-links';
import { SessionStore } from '@/server/platform/auth/session';
import type { Services } from '@/server/platform/access/context';
import { ConnectionsCheck } from '@/server/platform/db/check-connections';
import { checkRowSecurity } from '@/server/platform/db/check-row-security';
import { openDatabase } from '@/server/platform/db/client';
import type { Settings } from '@/server/platform/env';
import '@/server/assembly/hooks';
import { setClockOffset } from '@/server/platform/lib/clock';
import { standardOutput } from '@/server/platform/lib/log-lines';
import { rareWarnings } from '@/server/platform/lib/rare-warnings';
import { ShortCache } from '@/server/platform/lib/short-cache';
import { greetingName } from '@/server/platform/mail/greeting-name';
import { openMailer } from '@/server/platform/mail/mailer';
import { paymentProviders } from '@/server/modules/account/billing/payments/providers';
import { setEnabledProviders } from '@/server/platform/vendors/enabled';
import { createTransport, type TransportOptions } from '@/server/platform/vendors/transport';
import { LinkChecks } from '@/server/modules/messaging/broadcasts/link-checks';
import { SenderChecks } from '@/server/modules/messaging/channels/check-dns';
import { openUploadStore } from '@/server/platform/storage/open-store';

/**
 * Makes the logger: JSON lines on standard output. Callers never log a value that could hold a secret; the paths below
 * remove secrets from objects that somebody logs whole.
 */
export function createLogger({ logLevel }: Pick<Settings, 'logLevel'>, name: string): Logger {
  const options: LoggerOptions = {
    level: logLevel,
    base: { process: name, pid: process.pid },
    hooks: rareWarnings(),
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
  /** Writes all buffered rows and closes the connections. */
  close(): Promise<void>;
}

export function createServices(
  settings: Settings,
  options: {
    name: string;
    poolSize?: number;
    /**
     * True for a process that answers requests: ROW_SECURITY binds its database handles, and they may read from the
     * standby.
     */
    answersRequests?: boolean;
    log?: Logger;
    /** For tests and benchmarks; no environment setting changes the transport. */ transport?: TransportOptions;
  },
): ServicesHandle {
  setClockOffset(settings.clockOffset);
  setEnabledProviders({ smtp: settings.extensions.has('smtp') });
  const log = options.log ?? createLogger(settings, options.name);
  const database = openDatabase(settings, {
    ...(options.poolSize === undefined ? {} : { poolSize: options.poolSize }),
    name: `laris ${options.name}`,
    notesChanges: settings.extensions.has('webhook-delivery'),
    ...(options.answersRequests === true && {
      bindsRows: settings.rowSecurity,
      ...(settings.databaseReadUrl !== null && { readUrl: settings.databaseReadUrl }),
    }),
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    onStandby: (isFresh, reason) =>
      isFresh
        ? log.info('reads that may be a second old go to the standby')
        : log.warn({ err: reason }, 'the standby does not follow: the primary is read'),
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
  const keyCalls = new KeyCalls(database, (error) =>
    log.warn({ err: error }, 'calls of keys could not be written, trying again'),
  );
  const transport = createTransport({
    ...options.transport,
    mail: { name: greetingName(settings.baseUrl), ...options.transport?.mail },
  });
  const mail = openMailer(settings);
  return {
    settings,
    database,
    connections: new ConnectionsCheck(
      settings,
      (warning) => log.warn(warning),
      settings.rowSecurity ? () => checkRowSecurity(database) : undefined,
    ),
    payments: paymentProviders({ settings, database, transport }),
    keys,
    sessions,
    workspaces,
    partnerLinks: new PartnerLinks(database),
    partnerCalls,
    keyCalls,
    uploads: openUploadStore(settings),
    transport,
    links: new LinkChecks(transport),
    senders: new SenderChecks(settings.dnsServers === null ? {} : { servers: settings.dnsServers }, log),
    mail,
    log,
    close: async () => {
      await keys.flush();
      await sessions.flush();
      await partnerCalls.flush();
      await keyCalls.flush();
      await transport.close();
      mail?.close();
      await database.close();
    },
  };
}
