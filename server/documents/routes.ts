/** What documents load beside themselves. */
import { PAGE_STYLE, PAGE_STYLE_PATH } from '@/server/documents/page-style';
import { COPY_SCRIPT, COPY_SCRIPT_PATH } from '@/server/documents/shared-code';
import { defineRoute, type RawRoute } from '@/server/route';
import { bearer } from '@/server/rungs';

export const documentRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: PAGE_STYLE_PATH,
    access: bearer,
    answers: 'text',
    type: 'text/css; charset=utf-8',
    read: () => ({ headers: { 'cache-control': 'public, max-age=3600' }, body: PAGE_STYLE }),
  }),
  defineRoute({
    method: 'GET',
    path: COPY_SCRIPT_PATH,
    access: bearer,
    answers: 'text',
    type: 'text/javascript; charset=utf-8',
    read: () => ({ headers: { 'cache-control': 'public, max-age=3600' }, body: COPY_SCRIPT }),
  }),
];
