'use client';
import { useDebouncedValue } from '@mantine/hooks';

interface Settled<Value> {
  value: Value;
  /** True when it is the value that was given last. */
  isCurrent: boolean;
}

/**
 * A value of JSON once nobody changes it any more, in milliseconds. It is compared as a text, for each render makes a
 * new object of the same content.
 */
export function useSettled<Value>(value: Value, pauseMs: number): Settled<Value> {
  const text = JSON.stringify(value);
  const [settled] = useDebouncedValue(text, pauseMs);
  return { value: JSON.parse(settled) as Value, isCurrent: text === settled };
}
