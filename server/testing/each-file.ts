/** Before and after each file of tests. Files share their modules (vitest.config.ts), so what one has set is not left to the next. */
import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import { isDeep } from '@/server/testing/lane';

/**
 * Property tests of the fast lane draw the same values in every run: a change passes or fails by what it changes. The
 * deep lane draws new ones every night.
 */
if (!isDeep) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20261129 });

afterAll(() => {
  setClockOffset(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
