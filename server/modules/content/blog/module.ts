import { defineModule } from '@/server/platform/access/module';
import {
  feedDocument,
  listDocument,
  postDocument,
  previewPage,
  sitemapDocument,
} from '@/server/modules/content/blog/documents';
import { blogRouter } from '@/server/modules/content/blog/router';
import { blogRoutes } from '@/server/modules/content/blog/routes';

export const blogModule = defineModule({
  tags: {
    Blog: 'Blog posts: written by merchants, read by the public as JSON or as pages.',
  },
  router: blogRouter,
  routes: blogRoutes,
  documents: {
    blogList: listDocument,
    blogPost: postDocument,
    blogPreview: previewPage,
    blogFeed: feedDocument,
    blogSitemap: sitemapDocument,
  },
});
