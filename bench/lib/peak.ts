/** How much memory a server takes at most. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './servers';

/** The most memory that the process has while `work` is done, in MB. */
export async function peakOf(server: RunningServer, work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  let isDone = false;
  const look = async (): Promise<void> => {
    while (!isDone) {
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      peak = Math.max(peak, Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]));
      await sleep(20);
    }
  };
  const looking = look();
  await work();
  isDone = true;
  await looking;
  return Math.round(peak / 1e6);
}
