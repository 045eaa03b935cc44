/** Why a file cannot be read; the page has words for each. */
export type CsvFaultKind =
  | 'workbook'
  | 'empty'
  | 'noRows'
  | 'encoding'
  | 'unclosedQuote'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'unreadable';

export class CsvFault extends Error {
  constructor(
    readonly kind: CsvFaultKind,
    /** The record at which it shows, counted from 1 as a spreadsheet counts; 0 when it is the whole file. */
    readonly line = 0,
  ) {
    super(`${kind} at ${line}`);
    this.name = 'CsvFault';
  }
}
