/** The figures as people read them: one Markdown table, the same on the terminal and in RESULTS.md. */
import type { MemoryCourse } from '../memory';
import type { Comparison } from './compare';

/** What is asked of a resource. */
const RATE_GOAL = 0.6;
const P99_GOAL = 3;
/** Two looks at the same process differ by so much. */
const MEMORY_NOISE = 0.05;

export function table(comparisons: Comparison[]): string {
  const head = [
    'Request',
    'Floor /s',
    'p50',
    'p99',
    'CPU',
    'Laris /s',
    'p50',
    'p99',
    'CPU',
    'Rate',
    'Rounds',
    'p99 ×',
    'CPU ×',
    'Goal',
  ];
  const rows = comparisons.map(({ title, goal = RATE_GOAL, floor, ours, rate, p99, cpu }) => [
    title,
    count(floor.rate),
    ms(floor.p50),
    ms(floor.p99),
    us(floor.cpu),
    count(ours.rate),
    ms(ours.p50),
    ms(ours.p99),
    us(ours.cpu),
    rate.median.toFixed(2),
    `${rate.lowest.toFixed(2)}–${rate.highest.toFixed(2)}`,
    p99.toFixed(1),
    cpu.toFixed(2),
    `${goal} ${rate.median >= goal && p99 <= P99_GOAL ? 'met' : 'missed'}`,
  ]);
  return lay([head, ...rows]);
}

export function memoryTable({ early, late }: MemoryCourse): string {
  const verdict = late.resident <= early.resident * (1 + MEMORY_NOISE) ? 'met' : 'missed';
  return lay([
    ['Memory of Laris', 'after 10,000 requests', 'after 100,000', 'Goal'],
    ['Resident', mib(early.resident), mib(late.resident), verdict],
    ['JavaScript heap', mib(early.heap), mib(late.heap), ''],
  ]);
}

export const GOALS = `Goals: the share of the floor's rate that the last column names, p99 at most ${P99_GOAL} times the floor's; memory after 100,000 requests no higher than after 10,000 (${MEMORY_NOISE * 100} % is noise). CPU: what the server's process uses for a request, all its threads.`;

const count = (value: number): string => Math.round(value).toLocaleString('en');
const ms = (value: number): string => `${value.toFixed(1)} ms`;
const us = (value: number): string => `${value.toFixed(0)} µs`;
const mib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;

/** Columns as wide as their widest cell; the first reads from the left, figures from the right. */
export function lay(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const [head = [], ...body] = rows;
  return [line(head), rule, ...body.map(line)].join('\n');
}
