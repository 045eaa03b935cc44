/** How long reads take while a few people read at the same moment. */
import { percentile } from './percentile';
import { signedHeaders, type TestKey } from '@/server/testing/sign';

export const AT_ONCE = 4;
const ASKED = 100;

/** Milliseconds. */
export interface Times {
  p50: number;
  p99: number;
}

/** Asks for the addresses in turn, a few at a time. */
export async function ask(url: string, key: TestKey, addresses: readonly string[]): Promise<Times> {
  const times: number[] = [];
  let asked = 0;
  const askInTurn = async (): Promise<void> => {
    while (asked < ASKED) {
      const address = addresses[asked++ % addresses.length] ?? '';
      const headers = signedHeaders(key, { method: 'GET', url: address });
      const begin = performance.now();
      const answer = await fetch(url + address, { headers });
      await answer.arrayBuffer();
      times.push(performance.now() - begin);
      if (answer.status !== 200) throw new Error(`GET ${address} answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
