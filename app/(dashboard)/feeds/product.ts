import type { Outputs } from '@/app/trpc';

export type Product = Outputs['feeds']['listProducts']['items'][number];
export type Issues = Outputs['feeds']['issues'];
export type Rule = Issues['rules'][number];

/** The values that the page keeps in its address; `settings`, `categories` and `product` open a drawer. */
export const ADDRESS = { q: '', state: 'all', rule: '', settings: '', categories: '', product: '' };
export type FeedAddressValues = typeof ADDRESS;
