/** Whether our server keeps what it should let go: its memory after 10,000 requests and after 100,000. */
import { sendAll, signed } from './lib/load';
import type { Measurement } from './lib/measurement';
import { startOurs, type OurOptions, type RunningServer } from './lib/servers';
import type { World } from './lib/world';

export interface Memory {
  /** Bytes of the process, and of its JavaScript heap. */
  resident: number;
  heap: number;
}

export interface MemoryCourse {
  early: Memory;
  late: Memory;
}

const BATCH = 10_000;
const BATCHES = 10;
const SERIALS_FROM = 1_000_000_000;

/** A fresh server, the measurements' requests in turn; garbage is collected before each look. */
export async function measureMemory(
  world: World,
  measurements: Measurement[],
  options: OurOptions,
): Promise<MemoryCourse> {
  const server = await startOurs({ ...options, collectable: true });
  try {
    const course: Memory[] = [];
    for (let batch = 1; batch <= BATCHES; batch++) {
      const calls = Array.from({ length: BATCH }, (_, index) =>
        (measurements[index % measurements.length] as Measurement).call(world, SERIALS_FROM + batch * BATCH + index),
      );
      await sendAll(server.url, signed(world, calls));
      if (batch === 1 || batch === BATCHES) course.push(await look(server));
    }
    const [early, late] = course as [Memory, Memory];
    return { early, late };
  } finally {
    await server.stop();
  }
}

async function look(server: RunningServer): Promise<Memory> {
  await server.collect();
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return { resident: value('process_resident_memory_bytes'), heap: value('nodejs_heap_size_used_bytes') };
}
