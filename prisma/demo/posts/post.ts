/** A post of Kopi Nusantara's blog as it is written here. Days count from the day the demo is made. */
export interface DemoPost {
  slug: string;
  title: string;
  excerpt?: string;
  author: 'Rina Wulandari' | 'Bagas Pratama' | 'Sekar Ayu' | 'Dimas Prakoso';
  tags: string[];
  /** Days ago on which it went live; in the future when negative. Missing: a draft. */
  live?: number;
  /** Days ago on which it was written. */
  written: number;
  /** Which of the covers (covers.ts); missing: none. */
  cover?: number;
  campaign?: string;
  metaTitle?: string;
  metaDescription?: string;
  locale?: string;
  /** Slug of the post that says the same in another language. */
  translationOf?: string;
  /** What it said before, the oldest first: pieces of the body as they are now, with what stood there then. */
  before?: { title?: string; body: readonly (readonly [now: string, then: string])[] }[];
  /** Markdown. */
  body: string;
}
