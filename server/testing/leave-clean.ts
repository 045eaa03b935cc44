/** Files of tests share their modules (vitest.config.ts), so what one has set is not left to the next. */
import { afterAll, vi } from 'vitest';
import { setClockOffset } from '@/server/lib/clock';

afterAll(() => {
  setClockOffset(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
