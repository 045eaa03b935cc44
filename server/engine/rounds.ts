/**
 * Questions that many ask at once, answered together. Each asker waits for its answer; once all of them wait, what they
 * asked is answered in one go for each kind of question. So code that is written for one costs statements of all.
 */

interface Asked {
  answer(): Promise<void>;
  fail(error: unknown): void;
}

export class Rounds {
  private asked: Asked[] = [];
  private isDue = false;

  /** @param before runs before the answers of a round: it writes what they have to see */
  constructor(private readonly before: () => Promise<void>) {}

  /**
   * A kind of question.
   * @param answerAll answers keys of one round, each once @returns what a key's answer is
   */
  question<Key extends string | number, Value>(
    answerAll: (keys: readonly Key[]) => Promise<(key: Key) => Value>,
  ): (key: Key) => Promise<Value> {
    let waiting: { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }[] = [];
    return (key) =>
      new Promise<Value>((resolve, reject) => {
        waiting.push({ key, resolve, reject });
        if (waiting.length > 1) return;
        this.enter({
          answer: async () => {
            const now = waiting;
            waiting = [];
            const answerOf = await answerAll([...new Set(now.map((each) => each.key))]).catch((error: unknown) => {
              for (const each of now) each.reject(error);
              return undefined;
            });
            if (answerOf !== undefined) for (const each of now) each.resolve(answerOf(each.key));
          },
          fail: (error) => {
            for (const each of waiting) each.reject(error);
            waiting = [];
          },
        });
      });
  }

  private enter(asked: Asked): void {
    this.asked.push(asked);
    if (this.isDue) return;
    this.isDue = true;
    // After all promises that can go on have gone on: then everybody waits.
    setImmediate(() => void this.run());
  }

  private async run(): Promise<void> {
    this.isDue = false;
    const round = this.asked;
    this.asked = [];
    try {
      await this.before();
    } catch (error) {
      for (const each of round) each.fail(error);
      return;
    }
    for (const each of round) await each.answer();
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
