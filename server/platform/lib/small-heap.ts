/**
 * The heap of a process that works off queues. What it takes lives for a second or so: long enough to be moved among
 * V8's old objects, where it is garbage a moment later. V8 lets that grow to several times of what lives before it
 * collects: in the middle of a drain 35 to 45 MiB live, and 80 to 130 were in use.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * The growth of old objects after which V8 collects again, in percent: at 50 working off a queue takes no more CPU than
 * by default.
 */
const GROWTH_PERCENT = 50;

/** Collects earlier from now on. A V8 that does not know the flag goes on as before. */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
