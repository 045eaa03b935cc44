/** Splits long work into turns, so that other requests do not wait for its end. Browsers use this file too. */

/** The longest turn in milliseconds; other requests do not notice such a delay. */
const TURN_MS = 15;

/** @returns a function to call between two pieces of work; when a turn is over, it returns a promise to await */
export function yielding(): () => Promise<void> | undefined {
  let until = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < until) return undefined;
    return new Promise((resolve) =>
      setTimeout(() => {
        until = performance.now() + TURN_MS;
        resolve();
      }, 0),
    );
  };
}

/** `items.map(make)`, in turns. */
export async function mapYielding<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const turn = yielding();
  const made: Made[] = [];
  for (const item of items) {
    const wait = turn();
    if (wait !== undefined) await wait;
    made.push(make(item));
  }
  return made;
}
