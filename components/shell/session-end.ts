/**
 * The wait of calls that find the session ended, until the person signs in again (components/shell/sign-in-again.tsx).
 */

/** @param isWrite whether the call was to change something: then the person is waiting for it */
type Ask = (isWrite: boolean) => Promise<boolean>;

let asked: Ask | null = null;

/** The page that is there can ask. @returns how it ceases to */
export function canSignInAgain(ask: Ask): () => void {
  asked = ask;
  return () => {
    if (asked === ask) asked = null;
  };
}

/** @returns whether the session is back, so that the call may be sent again; null: nobody here can ask */
export const signedInAgain: (isWrite: boolean) => Promise<boolean> | null = (isWrite) => asked?.(isWrite) ?? null;
