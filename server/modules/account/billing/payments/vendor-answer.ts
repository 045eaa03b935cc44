/** Code that vendors share for their answers: the text of a refusal in the log, and the error for the merchant. */
import { AppError } from '@/server/platform/errors';
import { isUrl } from '@/server/platform/lib/is-url';
import type { VendorAnswer } from '@/server/platform/vendors/provider';
import { spellingsOf } from '@/server/platform/vendors/secret-spellings';

/** A checkout waits for the vendor, and a person waits for the checkout. */
export const PATIENCE = { timeoutMs: 15_000 };

const LONGEST_WORDS = 500;

/** A vendor's refusal, with a text for the log that contains no secret. */
export class VendorRefusal extends Error {
  constructor(
    readonly status: number,
    /** The vendor's own error code; '' when there is none. */
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'VendorRefusal';
  }
}

/** @param reported the vendor's error code and text */
export function refusalOf(
  vendor: string,
  answer: VendorAnswer,
  reported: { code: string | undefined; words: string | undefined },
  secrets: readonly string[],
): VendorRefusal {
  let text = [`${vendor} answered ${answer.status}`, reported.code, reported.words]
    .filter((part) => part !== undefined && part !== '')
    .join(': ');
  for (const secret of secrets) for (const spelling of spellingsOf(secret)) text = text.replaceAll(spelling, '…');
  return new VendorRefusal(answer.status, reported.code ?? '', text.replace(/\s+/g, ' ').slice(0, LONGEST_WORDS));
}

/** Turns any failure into this code for the merchant; the failure itself becomes the cause, for the log only. */
export async function failingAs<T>(code: 'CHECKOUT_FAILED' | 'CANCEL_FAILED', act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError(code, { cause: error });
  }
}

/** Returns the address at which the merchant pays. @throws Error unless it is an http or https address */
export function payableAt(vendor: string, url: string | undefined): string {
  if (url !== undefined && isUrl(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new Error(`${vendor} gave no address to pay at.`);
}
