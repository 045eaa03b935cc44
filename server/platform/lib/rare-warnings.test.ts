/** What is said again and again while the database is away is one line. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { AppError } from '@/server/platform/errors';
import { rareWarnings } from '@/server/platform/lib/rare-warnings';

const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });

function logger() {
  const lines: { msg: string; repeated?: number }[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as { msg: string });
      done();
    },
  });
  let time = 0;
  const log = pino({ hooks: rareWarnings(() => time) }, sink);
  const said = () => lines.map(({ msg, repeated }) => [msg, repeated]);
  return { log, said, pass: (ms: number) => (time += ms) };
}

it('the first is written, and the next after ten seconds with how many were not', () => {
  const { log, said, pass } = logger();
  for (let times = 0; times < 1_000; times++) log.child({ part: 'a' }).warn({ err: away }, 'trying again');
  log.error({ err: new AppError('UNAVAILABLE') }, 'request failed');
  log.error({ err: new AppError('UNAVAILABLE') }, 'request failed');
  expect(said()).toEqual([
    ['trying again', undefined],
    ['request failed', undefined],
  ]);
  pass(10_000);
  log.warn({ err: away }, 'trying again');
  pass(10_000);
  log.warn({ err: away }, 'trying again');
  expect(said().slice(2)).toEqual([
    ['trying again', 999],
    ['trying again', undefined],
  ]);
});

it('whatever is no outage is written as it comes', () => {
  const { log, said } = logger();
  for (let times = 0; times < 3; times++) {
    log.error({ err: new Error('a fault') }, 'request failed');
    log.info('a line');
    log.info({ n: 1 }, 'a count');
  }
  expect(said()).toHaveLength(9);
});
