/** Whether two e-mail addresses look like those of one person (docs/contract/programs.md#flags). */
import { distance } from 'fastest-levenshtein';

interface Mailbox {
  /** Without dots, without what follows a plus, in lower case. */
  folded: string;
  domain: string;
}

function mailboxOf(address: string): Mailbox {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).toLowerCase();
  return {
    folded: (local.split('+')[0] ?? '').replaceAll('.', ''),
    domain: address.slice(at + 1).toLowerCase(),
  };
}

/** Edits apart that are still called similar. */
const NEAR = 2;

/** How many edits apart at one domain, 0 for one mailbox in another spelling; null when they are not similar. */
export function similarity(one: string, other: string): number | null {
  const [a, b] = [mailboxOf(one), mailboxOf(other)];
  if (a.domain !== b.domain) return null;
  const apart = distance(a.folded, b.folded);
  return apart <= NEAR ? apart : null;
}
