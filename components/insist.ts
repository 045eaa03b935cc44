/** A call of long work that this tab does: it outlasts a network that is away for seconds. */
import { problemOf } from '@/components/ui/problem';

const TRIES = 5;
const FIRST_PAUSE_MS = 500;

/** Failures that pass by themselves, of the network and of the server, are tried again. */
export async function insist<Answer>(call: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      const { status } = problemOf(error);
      if (signal.aborted || tried === TRIES || (status !== null && status < 500)) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (tried - 1)));
    }
  }
}
