/** A list that comes in pages: await it for the first page, or walk over all that it has. */

export class Paged<Page extends object, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page>;
  readonly #itemsOf: (page: Page) => readonly Item[];
  readonly #cursorAfter: (page: Page) => string | null;
  #first: Promise<Page> | undefined;

  /** @param read one page; undefined for the first, which begins where the caller has said */
  constructor(
    read: (cursor: string | undefined) => Promise<Page>,
    itemsOf: (page: Page) => readonly Item[],
    cursorAfter: (page: Page) => string | null,
  ) {
    this.#read = read;
    this.#itemsOf = itemsOf;
    this.#cursorAfter = cursorAfter;
  }

  /** The first page. It is asked for once, when somebody wants it. */
  then<Value = Page, Otherwise = never>(
    onValue?: ((page: Page) => Value | PromiseLike<Value>) | null,
    onError?: ((reason: unknown) => Otherwise | PromiseLike<Otherwise>) | null,
  ): Promise<Value | Otherwise> {
    this.#first ??= this.#read(undefined);
    return this.#first.then(onValue, onError);
  }

  /** Page after page, each asked for when the one before has been used. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page: Page = await this.then();
    for (;;) {
      yield page;
      const cursor = this.#cursorAfter(page);
      if (cursor === null) return;
      page = await this.#read(cursor);
    }
  }

  /** Item after item, over all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#itemsOf(page);
  }

  /** All items. @param most to read; none for all */
  async toArray(most = Number.POSITIVE_INFINITY): Promise<Item[]> {
    const items: Item[] = [];
    if (most <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= most) break;
    }
    return items;
  }
}
