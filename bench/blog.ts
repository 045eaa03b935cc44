/** The public blog: what a shop's own pages ask for, anew and with the copy that they have. */
import { openDatabase } from '@/server/platform/db/client';
import type { Measurement, Suite } from './lib/measurement';
import type { World } from './lib/world';

const GOAL = 0.7;
export const POSTS = 100;
export const slugOfPost = (n: number): string => `menyeduh-kopi-di-rumah-bagian-${n}`;

const SECTION = `## Air dan takaran

Panaskan air sampai **92 derajat**, lalu tuang perlahan. Enam puluh gram kopi untuk satu liter air adalah awal yang baik; [selebihnya](https://kopinusantara.example/resep) soal selera.

- Timbang kopi, jangan dikira-kira
- Giling sesaat sebelum menyeduh
- Bilas kertas saring dengan air panas

> Kopi yang baik tidak perlu terburu-buru.

| Alat | Gilingan | Waktu |
|---|---|--:|
| Tubruk | kasar | 4 menit |
| V60 | sedang | 3 menit |

`;

/** Posts of about 6 KB, published by the hour, each with all that a card shows. */
export async function makeBlog(databaseUrl: string, accountId: string, posts = POSTS): Promise<void> {
  const database = openDatabase(databaseUrl, { poolSize: 1, name: 'bench' });
  const at = new Date();
  await database.prisma.blogPost.createMany({
    data: Array.from({ length: posts }, (_, n) => ({
      accountId,
      slug: slugOfPost(n),
      title: `Menyeduh kopi di rumah, bagian ${n}`,
      excerpt:
        'Takaran, suhu, dan kesabaran: tiga hal yang membuat kopi di rumah seenak di kedai, dan satu hal yang tidak.',
      body: SECTION.repeat(12),
      coverImage: `https://images.example/kopi-${n}.jpg`,
      status: 'published',
      publishedAt: new Date(at.getTime() - (n + 1) * 3_600_000),
      authorName: 'Rina Wulandari',
      tags: ['Kopi', 'Seduh', 'Rumah'],
      createdAt: at,
      updatedAt: at,
    })),
    skipDuplicates: true,
  });
  await database.close();
}

const LIST = ({ accountId }: World): string => `/api/v1/blog/public/${accountId}`;
const ANY_POST = (world: World): string => `${LIST(world)}/${slugOfPost(Math.floor(Math.random() * POSTS))}`;

const pair = (name: string, title: string, path: (world: World) => string): Measurement[] => [
  { name, title, goal: GOAL, call: (world) => ({ method: 'GET', path: path(world) }) },
  {
    name: `${name}-304`,
    title: `${title}, If-None-Match`,
    goal: GOAL,
    status: 304,
    call: (world) => ({ method: 'GET', path: path(world), headers: { 'if-none-match': '*' } }),
  },
];

export const blog: Suite = {
  floor: 'blog.floor.ts',
  measurements: [
    ...pair('blog-list', `GET /blog/public/:accountId, ${POSTS} posts`, LIST),
    ...pair('blog-post', 'GET /blog/public/:accountId/:slug', ANY_POST),
  ],
  prepare: (databaseUrl, { accountId }) => makeBlog(databaseUrl, accountId),
};
