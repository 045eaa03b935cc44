/** Reads the text of a contact file as tests need it. */
import { guessMapping } from '@/components/csv/contact-columns';
import type { Target } from '@/components/csv/contact-targets';
import { contactOf } from '@/components/csv/contact-rows';
import { inspectFile, type ColumnSummary, type FileSummary } from '@/components/csv/inspect';
import { readRecords } from '@/components/csv/read';

export const inspected = (text: string): Promise<FileSummary> =>
  inspectFile(new Blob([text]), { maxRows: 100, language: 'id', nameOf: (position) => `Column ${position}` });
export const columnsOf = async (text: string): Promise<ColumnSummary[]> => (await inspected(text)).columns;

/** The rows of a file as the import would send them, by the page's own guess. */
export async function rowsOf(text: string) {
  const { format, columns } = await inspected(text);
  const mapping = guessMapping(columns);
  const cells: string[][] = [];
  for await (const { records } of readRecords(new Blob([text]), format))
    cells.push(...records.map((each) => each.cells));
  return cells.slice(1).map((row) => contactOf(row, mapping, 'id'));
}

/** `email`, `attributes.city`, `subscriptions.email`, `–`. */
export function inShort(target: Target): string {
  if (target.kind === 'field') return target.field;
  if (target.kind === 'subscription') return `subscriptions.${target.family}`;
  if (target.kind === 'optOut') return `optOut.${target.family}`;
  if (target.kind === 'handle') return `socialHandles.${target.family}`;
  if (target.kind === 'since') return 'since';
  return target.kind === 'attribute' ? `attributes.${target.key}` : '–';
}

export const guess = async (text: string): Promise<string[]> => guessMapping(await columnsOf(text)).map(inShort);
