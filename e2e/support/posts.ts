/** Posts of the blog, made and named as the browser's stories need them. */
import { callApi } from './api';
import { expect } from './test';

export interface StoredPost {
  id: string;
  accountId: string;
  title: string;
  slug: string;
  body: string;
  updatedAt: string;
}

/** The address that the editor makes of a title. */
export const slugOf = (title: string): string => title.toLowerCase().replace(/ /g, '-');

/** Makes a post over the API, as a partner would. */
export async function makePost(baseURL: string | undefined, name: string, more: object = {}): Promise<StoredPost> {
  const { status, data } = await callApi<{ post: StoredPost }>(baseURL, 'POST', '/api/v1/blog', {
    title: name,
    slug: slugOf(name),
    body: 'Satu paragraf.',
    ...more,
  });
  expect(status).toBe(201);
  return data.post;
}
