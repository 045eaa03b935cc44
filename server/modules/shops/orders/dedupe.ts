/**
 * Decides which reports count for rows that are stored elsewhere: products in the mirror, customers as contacts. Here
 * only the shop's time and a hash of the last report are stored (docs/contract/integrations.md#in-any-order).
 */
import { createHash } from 'node:crypto';
import type { Terms } from '@/server/modules/shops/orders/merge';

interface Claim {
  externalRef: string;
  updatedAt?: Date | null | undefined;
}

/** The newest report that is here. */
export interface Known {
  sourceUpdatedAt: Date;
  /** Null: the row was reported before hashes were stored. */
  print: string | null;
}

/** A report that counts. */
export interface Sighting extends Known {
  print: string;
  /** The time of a deletion that the shop reported; null: the row exists. */
  deletedAt: Date | null;
}

/** Returns a hash of a row's content, without its time. */
const printOf = ({ updatedAt: _, ...said }: Claim): string =>
  createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22);

export class Deduper {
  private readonly here: Map<string, Known>;
  /** The number of reports that were older than the stored ones. */
  older = 0;
  /** externalRefs of which another report of the same time says something else: only the shop knows which holds. */
  readonly disputed: string[] = [];

  constructor(
    known: readonly (Known & { externalRef: string })[],
    private readonly terms: Omit<Terms, 'deletedAt'> & { deletions: ReadonlyMap<string, Date> },
  ) {
    this.here = new Map(known.map((row) => [row.externalRef, row]));
  }

  /** Compares a report with the stored one. @returns null when the report does not count */
  look(claim: Claim): Sighting | null {
    const { at, equals, deletions } = this.terms;
    const sourceUpdatedAt = claim.updatedAt ?? at;
    const print = printOf(claim);
    const last = this.here.get(claim.externalRef);
    if (last !== undefined && sourceUpdatedAt < last.sourceUpdatedAt) {
      this.older++;
      return null;
    }
    if (
      equals === 'disputed' &&
      last?.sourceUpdatedAt.getTime() === sourceUpdatedAt.getTime() &&
      last.print !== print
    ) {
      this.disputed.push(claim.externalRef);
      // Until the shop is asked, and where it does not know the row any more, one of them holds, whichever came first.
      if (last.print !== null && last.print > print) return null;
    }
    const gone = deletions.get(claim.externalRef);
    return { sourceUpdatedAt, print, deletedAt: gone !== undefined && gone >= sourceUpdatedAt ? gone : null };
  }

  /** Stores a compared report as the present one. */
  take({ externalRef }: Claim, sighting: Sighting): void {
    this.here.set(externalRef, sighting);
  }
}
