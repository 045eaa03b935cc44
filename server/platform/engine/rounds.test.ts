import { expect, it } from 'vitest';
import { Rounds } from '@/server/platform/engine/rounds';

it('answers together what many ask, each key once, after what was written before', async () => {
  const log: string[] = [];
  const rounds = new Rounds(() => {
    log.push('before');
    return Promise.resolve();
  });
  const double = rounds.question((keys: readonly number[]) => {
    log.push(`double ${keys.join(' ')}`);
    return Promise.resolve((key: number) => key * 2);
  });
  const half = rounds.question((keys: readonly number[]) => {
    log.push(`half ${keys.join(' ')}`);
    return Promise.resolve((key: number) => key / 2);
  });
  const one = async (key: number): Promise<number> => (await double(key)) + (key % 2 === 0 ? await half(key) : 0);
  expect(await Promise.all([1, 2, 3, 2, 4].map(one))).toEqual([2, 5, 6, 5, 10]);
  expect(log).toEqual(['before', 'double 1 2 3 4', 'before', 'half 2 4']);
});

it('fails those who asked, and nobody else', async () => {
  const rounds = new Rounds(() => Promise.resolve());
  const broken = rounds.question((_keys: readonly number[]) =>
    Promise.reject<(key: number) => number>(new Error('no')),
  );
  const whole = rounds.question((_keys: readonly number[]) => Promise.resolve((key: number) => key));
  await expect(Promise.allSettled([broken(1), whole(1), broken(2)])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'fulfilled', value: 1 },
    { status: 'rejected' },
  ]);
});

it('answers nothing when what has to be written before cannot be', async () => {
  const rounds = new Rounds(() => Promise.reject(new Error('full')));
  const whole = rounds.question((_keys: readonly number[]) => Promise.resolve((key: number) => key));
  await expect(whole(1)).rejects.toThrow('full');
});

it('asks one round after the other; who asks during one is in the next, after what they wrote', async () => {
  let atOnce = 0;
  const written: string[] = [];
  let seen: string[] = [];
  const rounds = new Rounds(async () => {
    const now = [...written];
    await new Promise(setImmediate);
    seen = now;
  });
  const slowly = (keys: readonly string[]): Promise<(key: string) => boolean> => {
    expect(++atOnce).toBe(1);
    return new Promise((resolve) =>
      setTimeout(() => {
        atOnce--;
        const found = new Set(keys.filter((key) => seen.includes(key)));
        resolve((key) => found.has(key));
      }, 2),
    );
  };
  const first = rounds.question(slowly);
  const second = rounds.question(slowly);
  const writeAndAsk = async (key: string, wait: number): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve, wait));
    written.push(key);
    return (await first(key)) && (await second(key));
  };
  const all = Array.from({ length: 30 }, (_, index) => writeAndAsk(`k${String(index)}`, index % 7));
  expect(await Promise.all(all)).toEqual(all.map(() => true));
});
