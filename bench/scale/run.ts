/** `npm run bench -- --scale`: the smaller form of each test of docs/scale.md, ten minutes in all. */
import { failover } from './failover';
import { largeWorkspace } from './large';
import { machines } from './machines';
import { months } from './months';
import type { ScaleOptions, ScalePart } from './part';
import { soak } from './soak';

/** In the order in which they run. */
const PARTS: readonly ScalePart[] = [largeWorkspace, months, machines, failover, soak];

/** @returns whether every part that can run here held; what one found is printed when it is known */
export async function runScale(
  wanted: (name: string) => boolean,
  say: (line: string) => void,
  options: ScaleOptions,
): Promise<boolean> {
  let held = true;
  for (const part of PARTS.filter(({ name }) => wanted(name))) {
    const missing = part.missing(options);
    if (missing !== null) {
      say(`${part.title}: not run, ${missing}`);
      continue;
    }
    say(`${part.title} …`);
    try {
      console.log(`\n${await part.run(say, options)}`);
    } catch (error) {
      say(`${part.title}: ${error instanceof Error ? error.message : String(error)}`);
      held = false;
    }
  }
  return held;
}
