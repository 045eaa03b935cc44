/** /api/v1/uploads (docs/contract/uploads.md). */
import * as schema from '@/server/modules/account/uploads/schema';
import * as uploads from '@/server/modules/account/uploads/service';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

export const uploadsRouter = router({
  sign: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/uploads/sign-merchant',
        tags: ['Uploads'],
        summary: 'Sign an upload',
        description:
          'Returns an address for one image: PUT the bytes to `url` with `headers` within 15 minutes. PNG, JPEG, WebP, GIF or AVIF, up to 10 MiB.',
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

  library: merchantProcedure
    .meta({ internal: 'The images that an editor offers; a client of the API keeps its own.' })
    .input(schema.libraryInput)
    .output(schema.libraryOutput)
    .query(({ ctx, input }) => uploads.library(ctx.db, ctx.services.uploads, input)),

  rename: merchantProcedure
    .meta({ internal: "Of the dashboard's library." })
    .input(schema.renameInput)
    .output(schema.changed)
    .mutation(({ ctx, input }) => uploads.rename(ctx.db, input.key, input.name)),

  archive: merchantProcedure
    .meta({ internal: "Of the dashboard's library. What shows the image goes on showing it." })
    .input(schema.byKey)
    .output(schema.changed)
    .mutation(({ ctx, input }) => uploads.archive(ctx.db, input.key)),

  unarchive: merchantProcedure
    .meta({ internal: "Of the dashboard's library: undoes archive." })
    .input(schema.byKey)
    .output(schema.changed)
    .mutation(({ ctx, input }) => uploads.unarchive(ctx.db, input.key)),
});
