/**
 * The looks that pages are tried in: two themes and two widths. `npm test` tries each page in one of the four, which
 * alternate by page, so that all are covered over the pages; the deep lane (`LANE=deep`) tries every page in all.
 */
import { isDeep } from '@/server/testing/lane';

type Theme = 'light' | 'dark';
const THEMES: readonly Theme[] = ['light', 'dark'];
const WIDTHS: readonly number[] = [1280, 390];

/** The same for the same page in every process. */
const numberOf = (page: string): number => Buffer.from(page).reduce((sum, byte) => sum + byte, 0);

const oneOf = <T>(looks: readonly T[], number: number): readonly T[] =>
  isDeep ? looks : looks.filter((_, index) => index === number % looks.length);

/** @param page a name, such as that of the file and what it tries there */
export const themesOf = (page: string): readonly Theme[] => oneOf(THEMES, numberOf(page));

/** @returns in pixels */
export const widthsOf = (page: string): readonly number[] => oneOf(WIDTHS, numberOf(page) >> 1);
