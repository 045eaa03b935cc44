/** Dates of files, by the clock of the workspace. */
import { toInstant } from '@/components/ui/clock-time';
import type { Language } from '@/server/platform/lib/language';

/** The clock that applies, and the way it writes dates. */
export interface Calendar {
  language: Language;
  timeZone: string;
}

const ISO = /^(\d{4})-(\d\d?)-(\d\d?)$/;
const YEAR_LAST = /^(\d\d?)([/.-])(\d\d?)\2(\d{4})$/;
const TIME = /^(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/;
const ZONE = /(Z|UTC|[+-]\d\d(?::?\d\d)?)$/i;

const two = (digits: string): string => digits.padStart(2, '0');

/**
 * `2026-12-31`; null where it is no day, or the language leaves open which number is the month: 03/04/2026 in English.
 */
function dayIn(text: string, language: Language): string | null {
  let [, year = '', month = '', day = ''] = ISO.exec(text) ?? [];
  const last = YEAR_LAST.exec(text);
  if (last !== null) {
    const [, one = '', , other = ''] = last;
    year = last[4] ?? '';
    // Indonesians write the day first; in English a number over 12 tells which it is.
    const isDayFirst = language === 'id' || Number(one) > 12;
    if (!isDayFirst && Number(other) <= 12 && one !== other) return null;
    [day, month] = isDayFirst ? [one, other] : [other, one];
  }
  const written = `${year}-${two(month)}-${two(day)}`;
  const meant = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(meant.getTime()) || meant.toISOString().slice(0, 10) !== written ? null : written;
}

/**
 * An instant as exports and people write it, as ISO 8601 in UTC. Without a zone it is the workspace's clock; without a
 * time it is the day's beginning, or its end.
 * @returns null for what leaves room for a guess
 */
export function readMoment(text: string, edge: 'start' | 'end', { language, timeZone }: Calendar): string | null {
  const [, date = '', rest = ''] = /^([\d/.-]+)(?:[T ](.+))?$/i.exec(text.trim()) ?? [];
  const day = dayIn(date, language);
  if (day === null) return null;
  const zone = ZONE.exec(rest)?.[1];
  const written = zone === undefined ? rest.trim() : rest.slice(0, -zone.length).trim();
  const [, hours, minutes = '', seconds = '00'] =
    TIME.exec(written) ?? (rest === '' ? (edge === 'start' ? ['', '00', '00', '00'] : ['', '23', '59', '59']) : []);
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const time = `${two(hours)}:${minutes}:${seconds}`;
  if (zone === undefined) return toInstant(`${day} ${time}`, timeZone);
  const offset = /^(?:utc|z)$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const instant = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}
