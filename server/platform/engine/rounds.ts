/**
 * Answers questions of many callers together. Each caller waits for its answer; once all of them wait, one statement
 * answers all questions of a kind. So code that is written for one item costs few statements for many.
 */

/** A kind of question, with its waiting callers. */
interface Asked {
  /**
   * Takes the callers that have asked until now. Later callers go into the next round, because the write before this
   * round may not include theirs.
   */
  take(): Taken;
}

interface Taken {
  answer(): Promise<void>;
  fail(error: unknown): void;
}

export class Rounds {
  private asked: Asked[] = [];
  private isBusy = false;

  /** @param before runs before each round, to write what its answers must see */
  constructor(private readonly before: () => Promise<void>) {}

  /**
   * Declares a kind of question.
   * @param answerAll answers the keys of one round, each once; it must not ask questions itself @returns a function
   * that answers one key
   */
  question<Key extends string | number, Value>(
    answerAll: (keys: readonly Key[]) => Promise<(key: Key) => Value>,
  ): (key: Key) => Promise<Value> {
    let waiting: { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }[] = [];
    const take = (): Taken => {
      const now = waiting;
      waiting = [];
      return {
        answer: async () => {
          const answerOf = await answerAll([...new Set(now.map((each) => each.key))]);
          for (const each of now) each.resolve(answerOf(each.key));
        },
        fail: (error) => {
          for (const each of now) each.reject(error);
        },
      };
    };
    return (key) =>
      new Promise<Value>((resolve, reject) => {
        waiting.push({ key, resolve, reject });
        if (waiting.length === 1) this.enter({ take });
      });
  }

  private enter(asked: Asked): void {
    this.asked.push(asked);
    this.begin();
  }

  /**
   * Runs one round after the other: a transaction answers one question at a time, and callers who come meanwhile share
   * the next round.
   */
  private begin(): void {
    if (this.isBusy || this.asked.length === 0) return;
    this.isBusy = true;
    // After all promises that can go on have gone on: then everybody waits.
    setImmediate(() => void this.run());
  }

  private async run(): Promise<void> {
    const round = this.asked.map((each) => each.take());
    this.asked = [];
    try {
      await this.before();
      for (const each of round) {
        await each.answer().catch((error: unknown) => {
          each.fail(error);
        });
      }
    } catch (error) {
      for (const each of round) each.fail(error);
    }
    this.isBusy = false;
    this.begin();
  }
}

/** Makes a value for each key and keeps it, for kinds of questions with parameters. */
export function oneFor<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    let known = made.get(key);
    if (known === undefined) made.set(key, (known = make(key)));
    return known;
  };
}
