'use client';
import { useFormatter } from 'next-intl';

/** A day with its year, in the workspace's time zone: “21 Dec 2026”. */
export function useDay(): (instant: string) => string {
  const format = useFormatter();
  return (instant) => format.dateTime(new Date(instant), { dateStyle: 'medium' });
}
