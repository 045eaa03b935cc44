/** /api/v1/events (docs/contract/events.md). */
import { recentEvents } from '@/server/modules/audience/events/recent';
import * as schema from '@/server/modules/audience/events/schema';
import { storeEvents } from '@/server/modules/audience/events/store-events';
import { merchantProcedure, partnerProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Events'];

export const eventsRouter = router({
  tell: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/events',
        tags,
        summary: 'Record shopper events',
        description:
          'Stores up to 500 events. Safe to repeat: each event id counts once. Events outside the allowed time are listed in `errors`, and the others are stored. For keys only.',
      },
    })
    .input(schema.sendInput)
    .output(schema.sendOutput)
    .mutation(({ ctx, input }) => storeEvents(ctx.db, input.events)),

  recent: merchantProcedure
    .meta({
      mayLag: true,
      internal: 'The last events and how many of each name there were, for the page that shows how to send them.',
    })
    .input(schema.recentInput)
    .output(schema.recentOutput)
    .query(({ ctx, input }) => recentEvents(ctx.db, input)),
});
