/**
 * Questions that many ask at once, answered together. Each asker waits for its answer; once all of them wait, what they
 * asked is answered in one go for each kind of question. So code that is written for one costs statements of all.
 */

/** A kind of question that somebody asks. */
interface Asked {
  /**
   * Takes everybody who asks until now. Who asks later is in the next round, for the write before this one may lack
   * theirs.
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

  /** @param before runs before the answers of a round: it writes what they have to see */
  constructor(private readonly before: () => Promise<void>) {}

  /**
   * A kind of question.
   * @param answerAll answers keys of one round, each once; it must not ask itself @returns what a key's answer is
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
   * One round after the other: a transaction answers one question at a time, and whoever waits longer is asked with
   * more.
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

/** Makes one of a kind for each key, and keeps it: kinds of questions that differ in what they are about. */
export function oneFor<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    let known = made.get(key);
    if (known === undefined) made.set(key, (known = make(key)));
    return known;
  };
}
