/** /api/v1/uploads (docs/contract/uploads.md). */
import * as schema from '@/server/resources/uploads/schema';
import * as uploads from '@/server/resources/uploads/service';
import { merchantProcedure, router } from '@/server/trpc';

export const uploadsRouter = router({
  sign: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/uploads/sign-merchant',
        tags: ['Uploads'],
        summary: 'Sign an upload',
        description:
          'Images only (PNG, JPEG, WebP, GIF, AVIF), up to 10 MiB. PUT the bytes to `url` with `headers` within 15 minutes.',
      },
    })
    .input(schema.signInput)
    .output(schema.signOutput)
    .mutation(({ ctx, input }) => uploads.sign(ctx.db, ctx.services.uploads, input)),

  get: merchantProcedure
    .meta({ internal: "Where an image of a block is, for the editor's thumbnail." })
    .input(schema.byKey)
    .output(schema.storedUpload)
    .query(({ ctx, input }) => uploads.get(ctx.db, ctx.services.uploads, input.key)),
});
