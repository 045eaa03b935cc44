/** Collects notes from requests and writes them afterwards: one write for all notes since the last. */

const FLUSH_EVERY_MS = 2_000;

interface Options<Value> {
  /** Returns the result of two notes under the same key. */
  merge: (known: Value, next: Value) => Value;
  /** Sorted by key, so that two processes lock the rows in the same order. */
  write: (noted: readonly [key: string, value: Value][]) => Promise<void>;
  onError: (error: unknown) => void;
}

export class WriteBehind<Value> {
  private noted = new Map<string, Value>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: Options<Value>) {}

  /** Written within FLUSH_EVERY_MS; a process that is killed loses no more than that. */
  note(key: string, value: Value): void {
    const known = this.noted.get(key);
    this.noted.set(key, known === undefined ? value : this.options.merge(known, value));
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS).unref();
  }

  /** Writes all notes; called at shut-down too. Notes that cannot be written are kept and tried again. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const noted = [...this.noted];
    if (noted.length === 0) return;
    this.noted = new Map();
    try {
      await this.options.write(noted.sort(([a], [b]) => (a < b ? -1 : 1)));
    } catch (error) {
      this.options.onError(error);
      for (const [key, value] of noted) this.note(key, value);
    }
  }
}
