/** Lines that were logged come out, however the process ends. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { kill9, useProgram } from '@/server/testing/program';
import type { Order } from '@/server/testing/log-writer';

const program = useProgram('server/testing/log-writer.ts');
let child: ChildProcess;
afterEach(() => kill9(child));

interface Line {
  level: number;
  msg: string;
  n?: number;
}
const linesOf = (output: string): Line[] =>
  output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

/** Starts it, and collects what it says. */
async function start(): Promise<{ output: Promise<string>; order: (order: Order) => void }> {
  child = await program.start({}, { stdout: 'pipe' });
  const { stdout } = child;
  if (stdout === null) throw new Error('It has no standard output.');
  return { output: text(stdout), order: (order) => void child.send(order) };
}

/** More than any buffer holds, and a rest that fills none. */
const MANY = 1_003;
const ALL = Array.from({ length: MANY }, (_, n) => n);
const numbersOf = (output: string): (number | undefined)[] => linesOf(output).map(({ n }) => n);

describe('lines of the log', () => {
  it('are all there after SIGTERM, in their order, and what was said while stopping', async () => {
    const { output, order } = await start();
    order({ lines: MANY, next: 'nothing' });
    await once(child, 'message');
    child.kill('SIGTERM');
    expect(linesOf(await output).at(-1)).toMatchObject({ msg: 'stopping' });
    expect(numbersOf(await output)).toEqual([...ALL, undefined]);
  });

  it('are all there after process.exit', async () => {
    const { output, order } = await start();
    order({ lines: MANY, next: 'exit' });
    expect(numbersOf(await output)).toEqual(ALL);
  });

  it('are all there when an error ends the process', async () => {
    const { output, order } = await start();
    order({ lines: MANY, next: 'throw' });
    expect(numbersOf(await output)).toEqual(ALL);
  });

  it('come out at once, with those before them, when they report something wrong', async () => {
    const { output, order } = await start();
    order({ lines: 3, next: 'error and kill -9' });
    expect(linesOf(await output).map(({ msg }) => msg)).toEqual(['line', 'line', 'line', 'the last one']);
  });

  it('come out within a second or so, though none comes after them', async () => {
    const { order } = await start();
    const said = once(child.stdout!, 'data');
    order({ lines: 3, next: 'nothing' });
    expect(numbersOf(String(await said))).toEqual([0, 1, 2]);
  });
});
