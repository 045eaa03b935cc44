/** Downloads a sheet's file. */
import { isUrl } from '@/server/platform/lib/is-url';
import { retryAfterMs } from '@/server/platform/vendors/answers';
import {
  FileTooLargeError,
  NotSentError,
  type Download,
  type DownloadedFile,
} from '@/server/platform/vendors/provider';
import {
  ShopAnswerError,
  ShopBusyError,
  ShopGoneError,
  ShopRefusedError,
  type OpenedShop,
} from '@/server/modules/shops/adapters/store';

/** Google's own names for a spreadsheet's page, of a person with several accounts, and of a company's domain. */
const GOOGLE_SHEET = /^\/(?:a\/[^/]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]+)(?:\/|$)/;
const GOOGLE_PUBLISHED = /^\/(?:a\/[^/]+\/)?spreadsheets\/d\/e\/([\w-]+)\/pub(?:html)?$/;
const GOOGLE_HOST = 'docs.google.com';

/**
 * Returns the id of the sheet in a spreadsheet's address, which stands behind ? or # or both; null: the first sheet.
 */
const sheetOf = ({ searchParams, hash }: URL): string | null =>
  searchParams.get('gid') ?? new URLSearchParams(hash.slice(1)).get('gid');

/**
 * Returns the address to download: for a Google Sheet its CSV export; any other address unchanged.
 * @param text a valid address
 */
export function fileAddress(text: string): { url: string; isGoogle: boolean } {
  const url = new URL(text);
  if (url.hostname !== GOOGLE_HOST) return { url: text, isGoogle: false };
  const gid = sheetOf(url);
  const id = GOOGLE_SHEET.exec(url.pathname)?.[1];
  const published = GOOGLE_PUBLISHED.exec(url.pathname)?.[1];
  if (id === undefined && published === undefined) return { url: text, isGoogle: false };
  const file =
    id === undefined
      ? new URL(`https://${GOOGLE_HOST}/spreadsheets/d/e/${published ?? ''}/pub?output=csv`)
      : new URL(`https://${GOOGLE_HOST}/spreadsheets/d/${id}/export?format=csv`);
  if (gid !== null) file.searchParams.set('gid', gid);
  if (gid !== null && published !== undefined) file.searchParams.set('single', 'true');
  return { url: file.href, isGoogle: true };
}

const MIB = 1024 * 1024;
export const MOST_MIB = 50;
const WAIT_MS = 60_000;
/** The host where Google sends people who have to sign in. */
const SIGN_IN_HOST = 'accounts.google.com';

export interface SheetFile {
  file: DownloadedFile;
  /** The ETag, by which an unchanged file is recognised without reading it; null: the server sends none. */
  etag: string | null;
  /** The file's own name, without its ending. */
  name: string;
}

interface Wanted {
  /** The file that is known already. */
  etag?: string | null;
  /** The largest number of bytes to read, for callers that need only the beginning of the file. */
  beginning?: number;
}

/**
 * @returns null: the file still has this ETag
 * @throws ShopRefusedError, ShopGoneError, ShopBusyError, ShopAnswerError, NotSentError, OutcomeUnknownError
 */
export async function fetchFile(
  { config, transport, now }: Pick<OpenedShop, 'config' | 'transport' | 'now'>,
  { etag = null, beginning }: Wanted = {},
): Promise<SheetFile | null> {
  if (config.url === undefined || !isUrl(config.url))
    throw new ShopAnswerError('The address of the sheet is not valid. Correct it in the settings.');
  if (transport.download === undefined) throw new NotSentError('This server cannot download files.', true);
  const { url, isGoogle } = fileAddress(config.url);
  const headers = {
    accept: 'text/csv, text/tab-separated-values, text/plain;q=0.9, */*;q=0.5',
    'accept-encoding': 'identity',
    ...(etag === null ? {} : { 'if-none-match': etag }),
  };
  let answer: Download;
  try {
    answer = await transport.download(
      { method: 'GET', url, headers },
      {
        ...(beginning === undefined ? { mostBytes: MOST_MIB * MIB } : { mostBytes: beginning, isCut: true }),
        ...(isGoogle ? { endsAt: SIGN_IN_HOST } : {}),
      },
    );
  } catch (error) {
    throw error instanceof FileTooLargeError
      ? new ShopAnswerError(`The file is larger than ${MOST_MIB} MiB. Split it.`)
      : error;
  }
  if (answer.status === 304 && etag !== null) return null;
  const { file } = answer;
  try {
    refuse(answer, isGoogle, now);
  } catch (error) {
    await file?.close();
    throw error;
  }
  if (file === null) throw new ShopAnswerError(`The address answered with the status ${answer.status}.`);
  return { file, etag: answer.headers['etag'] ?? null, name: nameOf(answer) };
}

const NOT_SHARED = 'The Google Sheet is not shared by link. Set its access to “Anyone with the link”.';

/** @throws the error for an answer without a file */
function refuse({ status, headers, url }: Download, isGoogle: boolean, now: Date): void {
  const isPage = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '');
  if (status === 401 || status === 403)
    throw new ShopRefusedError(
      isGoogle ? NOT_SHARED : `The address does not allow Laris to read the file (${status}). Check its access.`,
    );
  if (status === 404 || status === 410)
    throw new ShopGoneError(`There is no file at the address (${status}). Check the address.`);
  if (status === 429 || status === 503)
    throw new ShopBusyError(
      `The address asks to wait (${status}). Laris tries again.`,
      retryAfterMs(headers['retry-after'], now.getTime()) ?? WAIT_MS,
    );
  const location = headers['location'] ?? '';
  const isSignIn = isUrl(location, url) && new URL(location, url).hostname === SIGN_IN_HOST;
  if (isGoogle && (isSignIn || (status === 200 && isPage))) throw new ShopRefusedError(NOT_SHARED);
  if (status !== 200) throw new ShopAnswerError(`The address answered with the status ${status}.`);
  if (isPage)
    throw new ShopAnswerError('The address leads to a web page, not to a file. Enter the address of the file.');
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new ShopAnswerError(`The file is compressed (${encoding}). Save it uncompressed.`);
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Returns the file's name. Prefers RFC 6266's `filename*`, which keeps every letter, to `filename`; without both, takes
 * the last part of the address, or its host.
 */
function nameOf({ headers, url }: Download): string {
  const disposition = headers['content-disposition'] ?? '';
  const { hostname, pathname } = new URL(url);
  const named =
    decoded(/filename\*=utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1] ?? '') ||
    (/filename="([^"]+)"/i.exec(disposition) ?? /filename=([^;"\s]+)/i.exec(disposition))?.[1] ||
    decoded(pathname.split('/').at(-1) ?? '');
  return named.replace(/\.(?:csv|tsv|txt)$/i, '') || hostname;
}
