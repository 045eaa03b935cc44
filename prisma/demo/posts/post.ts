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
  /** Markdown. */
  body: string;
}
