import { expect, it } from 'vitest';
import { defineHook } from '@/server/platform/lib/hook';

it('runs the handlers one after the other, in the order of the list, and gives what each says', async () => {
  const steps: string[] = [];
  const hook = defineHook<[number], string>('tried');
  const handler = (name: string) => async (n: number) => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    return name + String(n);
  };
  hook.handledBy(handler('a'), handler('b'));
  expect(await hook.run(7)).toEqual(['a7', 'b7']);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('lets what a handler throws through, and runs nobody after it', async () => {
  const hook = defineHook<[]>('tried');
  let later = 0;
  hook.handledBy(
    () => Promise.reject(new Error('no')),
    async () => {
      later += 1;
      await Promise.resolve();
    },
  );
  await expect(hook.run()).rejects.toThrow('no');
  expect(later).toBe(0);
});

it('says that nobody has listed the handlers, in place of doing nothing', async () => {
  await expect(defineHook<[]>('tried').run()).rejects.toThrow('import server/assembly/hooks.ts');
});
