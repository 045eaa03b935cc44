/** Search over all records of a workspace that have a name. */
import * as schema from '@/server/modules/overview/search/schema';
import { records } from '@/server/modules/overview/search/service';
import { router, workspaceProcedure } from '@/server/platform/access/trpc';

export const searchRouter = router({
  records: workspaceProcedure
    .meta({ mayLag: true, internal: "The dashboard's search." })
    .input(schema.recordsInput)
    .output(schema.recordsOutput)
    .query(({ ctx, input }) => records(ctx.db, input)),
});
