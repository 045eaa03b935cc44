/**
 * The things outside the database, so that no backup has them: both commands tell them, because otherwise they are
 * noticed too late.
 */
import path from 'node:path';
import type { Trailer } from '@/server/backup/format';
import type { Settings } from '@/server/platform/env';

export interface LeftOut {
  secrets: string;
  uploads: string;
}

export function leftOut(settings: Settings, rows: Trailer['rows']): LeftOut {
  const files = rows.Upload ?? 0;
  return {
    secrets: settings.embedded
      ? `APP_SECRET and UNSUBSCRIBE_SECRET: keep ${path.join(settings.dataDir, 'secrets.json')} too, in another place.`
      : 'APP_SECRET and UNSUBSCRIBE_SECRET: keep them too, in another place.',
    uploads:
      settings.s3 === null
        ? `${files} uploaded files: copy ${path.join(settings.dataDir, 'uploads')}.`
        : `${files} uploaded files: they are in your S3 bucket.`,
  };
}
