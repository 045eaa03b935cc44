/** Files that public pages load. */
import { bearer } from '@/server/platform/access/procedures';
import { defineRoute, type RawRoute } from '@/server/platform/access/route';
import { PAGE_STYLE, PAGE_STYLE_PATH } from '@/server/platform/pages/page-style';

export const pageRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: PAGE_STYLE_PATH,
    access: bearer,
    answers: 'text',
    type: 'text/css; charset=utf-8',
    read: () => ({ headers: { 'cache-control': 'public, max-age=3600' }, body: PAGE_STYLE }),
  }),
];
