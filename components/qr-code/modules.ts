/** An address as the squares that the camera of a phone reads. */
import { encode } from 'uqr';

export interface Modules {
  /** Squares a side, those of the border included. */
  size: number;
  dark: readonly { x: number; y: number }[];
}

/** @param border squares of quiet around it; readers want two on a page, and one where the page has its own */
export function modulesOf(value: string, border: number): Modules {
  const { data, size } = encode(value, { border });
  return { size, dark: data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [{ x, y }] : []))) };
}

/** The `d` of an SVG path, a unit a square. */
export const pathOf = ({ dark }: Modules): string => dark.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('');
