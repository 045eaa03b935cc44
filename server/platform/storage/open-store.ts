import type { Settings } from '@/server/platform/env';
import { diskStore } from '@/server/platform/storage/disk';
import { s3Store } from '@/server/platform/storage/s3';
import type { UploadStore } from '@/server/platform/storage/store';

/** The store that the settings name. */
export const openUploadStore = (settings: Pick<Settings, 's3' | 'baseUrl' | 'appSecret'>): UploadStore =>
  settings.s3 === null ? diskStore(settings) : s3Store(settings.s3);
