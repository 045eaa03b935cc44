/** An export of Ghost 5, as its Migration page gives it, and one of Ghost 1. */
import { describe, expect, it } from 'vitest';
import { needsAddress, postOf, slugMaker, type ExportedPost } from './exported-post';
import { ghostPosts } from './ghost';
import { markdownOf } from './markdown';

const POST = {
  id: '64f1',
  uuid: 'c5a1',
  title: 'Menyeduh kopi',
  slug: 'menyeduh-kopi',
  lexical: '{"root":{}}',
  html: '<p>Satu.</p>',
  plaintext: 'Satu.',
  feature_image: '__GHOST_URL__/content/images/2024/kopi.jpg',
  featured: 0,
  type: 'post',
  status: 'published',
  visibility: 'public',
  published_at: '2024-03-01T09:30:00.000Z',
  custom_excerpt: 'Ringkas.',
};
const file = (data: object): string => JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data }] });
const one = (more: object): ExportedPost | undefined => ghostPosts(file({ posts: [{ ...POST, ...more }] }))?.[0];

describe('an export of Ghost', () => {
  it('gives posts with their authors, tags and words for search engines, in their order', () => {
    const posts = ghostPosts(
      file({
        posts: [POST, { ...POST, id: '64f2', type: 'page' }],
        tags: [
          { id: 't1', name: 'Kopi' },
          { id: 't2', name: '#sembunyi' },
          { id: 't3', name: 'Seduh' },
        ],
        posts_tags: [
          { post_id: '64f1', tag_id: 't1', sort_order: 2 },
          { post_id: '64f1', tag_id: 't2', sort_order: 1 },
          { post_id: '64f1', tag_id: 't3', sort_order: 0 },
          { post_id: '64f2', tag_id: 't1', sort_order: 0 },
        ],
        users: [
          { id: 'u1', name: 'Rina' },
          { id: 'u2', name: 'Budi' },
        ],
        posts_authors: [
          { post_id: '64f1', author_id: 'u2', sort_order: 1 },
          { post_id: '64f1', author_id: 'u1', sort_order: 0 },
        ],
        posts_meta: [{ post_id: '64f1', meta_title: 'Judul', meta_description: null }],
      }),
    );
    expect(posts).toEqual([
      {
        title: 'Menyeduh kopi',
        slug: 'menyeduh-kopi',
        html: '<p>Satu.</p>',
        excerpt: 'Ringkas.',
        coverImage: '__GHOST_URL__/content/images/2024/kopi.jpg',
        isPublished: true,
        publishedAt: new Date('2024-03-01T09:30:00Z'),
        hidden: null,
        authorName: 'Rina',
        tags: ['Seduh', 'Kopi'],
        metaTitle: 'Judul',
        metaDescription: '',
      },
    ]);
  });

  it('opens to everybody only what everybody could read', () => {
    expect(one({ visibility: 'members' })?.hidden).toBe('members');
    expect(one({ visibility: 'paid', status: 'scheduled' })).toMatchObject({ isPublished: true, hidden: 'members' });
    expect(one({ status: 'sent' })?.hidden).toBe('emailOnly');
    expect(one({ status: 'draft', visibility: 'paid' })).toMatchObject({ isPublished: false, hidden: null });
    expect(one({ status: 'something new' })?.isPublished).toBe(false);
  });

  it('of an old version is read too', () => {
    const old = { id: 1, title: 'Lama', slug: 'lama', html: null, plaintext: 'a < b\n\nc', status: 'published' };
    const data = {
      posts: [
        { ...old, page: 0, published_at: 1_500_000_000_000, author_id: 7, meta_title: 'M' },
        { ...old, id: 2, page: 1 },
      ],
      users: [{ id: 7, name: 'Ayu' }],
    };
    expect(ghostPosts(JSON.stringify({ meta: {}, data }))).toMatchObject([
      { publishedAt: new Date(1_500_000_000_000), authorName: 'Ayu', html: '<p>a &lt; b</p><p>c</p>', metaTitle: 'M' },
    ]);
  });

  it('is told from other files', () => {
    for (const other of ['', '{', '[]', '{}', '{"posts":[]}', '{"db":[]}', '{"db":[{"data":{"posts":{}}}]}'])
      expect(ghostPosts(other)).toBeNull();
    expect(ghostPosts(file({ posts: [] }))).toEqual([]);
  });
});

describe('a post of an export', () => {
  const read = (more: Partial<ExportedPost>) => ({ ...one({})!, ...more, body: 'b __GHOST_URL__/x', slug: 's' });

  it('is what POST /blog takes, with whole addresses', () => {
    expect(postOf(read({ tags: ['Kopi', ' Kopi ', ''] }), 'https://toko.example', false)).toEqual({
      title: 'Menyeduh kopi',
      slug: 's',
      body: 'b https://toko.example/x',
      excerpt: 'Ringkas.',
      coverImage: 'https://toko.example/content/images/2024/kopi.jpg',
      status: 'published',
      publishedAt: '2024-03-01T09:30:00.000Z',
      authorName: null,
      tags: ['Kopi'],
      metaTitle: null,
      metaDescription: null,
    });
  });

  it('is a draft where others were kept out, where it was one, and where it is wished', () => {
    const draft = { status: 'draft', publishedAt: null };
    expect(postOf(read({}), '', true)).toMatchObject({ ...draft, coverImage: null });
    expect(postOf(read({ hidden: 'password' }), '', false)).toMatchObject(draft);
    expect(postOf(read({ isPublished: false }), '', false)).toMatchObject(draft);
  });

  it('fits, whatever its length', () => {
    const long = '🙂'.repeat(5000);
    const post = postOf(read({ title: long, excerpt: long, tags: [long], metaTitle: long }), '', false);
    expect([post.title.length, post.excerpt?.length, post.metaTitle?.length]).toEqual([200, 400, 160]);
    expect(post.tags?.[0]?.length).toBe(64);
    expect(post.title.isWellFormed()).toBe(true);
    expect(postOf(read({ title: '  ' }), '', false).title).toBe('s');
  });

  it('has an address that no other of the file has', () => {
    const make = slugMaker();
    expect([make('a', ''), make('A!', ''), make('', 'a'), make('', '珈琲'), make('', ''), make('a-2', '')]).toEqual([
      'a',
      'a-2',
      'a-3',
      'post',
      'post-2',
      'a-2-2',
    ]);
    const long = 'x'.repeat(300);
    expect([make(long, '').length, make(long, '').length]).toEqual([160, 160]);
  });

  it('of before version 4 leads to the old host where an address begins with a slash', () => {
    const post = one({
      html: '<p><img src="/blog/content/images/a.jpg" alt="A"> <a href="#b">b</a></p>',
      feature_image: '/blog/content/images/c.jpg',
    });
    const read = { ...post!, body: markdownOf(post?.html ?? ''), slug: 'a' };
    expect(needsAddress(read)).toBe(true);
    expect(postOf(read, 'https://lama.example/blog', false)).toMatchObject({
      body: '![A](https://lama.example/blog/content/images/a.jpg) [b](#b)',
      coverImage: 'https://lama.example/blog/content/images/c.jpg',
    });
  });
});
