/** Search over everything that a workspace gave a name to. */
import * as schema from '@/server/resources/search/schema';
import { records } from '@/server/resources/search/service';
import { router, workspaceProcedure } from '@/server/trpc';

export const searchRouter = router({
  records: workspaceProcedure
    .meta({ mayLag: true, internal: "The dashboard's palette; clients search the resources that they know." })
    .input(schema.recordsInput)
    .output(schema.recordsOutput)
    .query(({ ctx, input }) => records(ctx.db, input)),
});
