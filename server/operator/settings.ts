/** Settings for a process that is not started by the launcher: operator commands and the demo. */
import path from 'node:path';
import { lastServing, loadSecrets, runningConnection } from '@/server/postgres/data-dir';
import { loadSettings, SettingsError, type Settings } from '@/server/platform/env';

/**
 * The environment's settings; without DATABASE_URL those of the embedded database, which must be running.
 * @throws SettingsError in one line
 */
export function operatorSettings(environment: Record<string, string | undefined>): Settings {
  if (environment.DATABASE_URL) return loadSettings(environment);
  const dataDir = path.resolve(environment.DATA_DIR || '.data');
  const connection = runningConnection(dataDir);
  if (connection === null)
    throw new SettingsError(
      `No database: Laris does not run in ${dataDir}. Start it with npm start, or set DATABASE_URL.`,
    );
  const secrets = loadSecrets(dataDir);
  const serving = lastServing(dataDir);
  return loadSettings({
    APP_SECRET: secrets.appSecret,
    UNSUBSCRIBE_SECRET: secrets.unsubscribeSecret,
    // The address that the running Laris has, whatever PORT it was started with.
    ...(serving === null ? {} : { BASE_URL: serving.baseUrl }),
    ...environment,
    DATABASE_URL: connection.url,
    LARIS_EMBEDDED: '1',
  });
}
