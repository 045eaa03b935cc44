import type { Settings } from '@/server/env';
import { diskStore } from '@/server/uploads/disk';
import { s3Store } from '@/server/uploads/s3';
import type { UploadStore } from '@/server/uploads/store';

/** The store that the settings name. */
export const openUploadStore = (settings: Pick<Settings, 's3' | 'baseUrl' | 'appSecret'>): UploadStore =>
  settings.s3 === null ? diskStore(settings) : s3Store(settings.s3);
