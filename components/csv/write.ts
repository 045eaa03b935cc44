/** Writes rows for a spreadsheet. */
import Papa from 'papaparse';
import type { Delimiter } from '@/components/csv/format';

/**
 * A cell that begins with one of these is a formula to a spreadsheet: the signs, their full-width forms, and what some
 * skip before them (OWASP, CSV Injection). An apostrophe before it makes it text; our own reader takes it off again.
 * Papa's own pattern overlooks a formula with a line's end in it.
 */
export const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** One row, with the line's end. */
export const csvRow = (cells: readonly string[], delimiter: Delimiter = ','): string =>
  `${Papa.unparse([cells], { delimiter, escapeFormulae: FORMULA })}\r\n`;

/** A file of such rows; the mark at its beginning tells Excel that it is UTF-8. */
export const csvFile = (rows: readonly string[]): Blob =>
  new Blob(['\uFEFF', ...rows], { type: 'text/csv;charset=utf-8' });

/** Hands a file to the browser, as a click on a link to it would. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
