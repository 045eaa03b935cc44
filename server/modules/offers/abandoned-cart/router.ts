/**
 * /api/v1/abandoned-cart (docs/contract/abandoned-cart.md). The public unsubscribe page is
 * routes.ts.
 */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { activity, stats } from '@/server/modules/offers/abandoned-cart/figures';
import { getConfig, updateConfig } from '@/server/modules/offers/abandoned-cart/config';
import { recordReminder } from '@/server/modules/offers/abandoned-cart/record-reminder';
import { recover } from '@/server/modules/offers/abandoned-cart/recover';
import { getReminder, listReminders, recentReminders } from '@/server/modules/offers/abandoned-cart/reminders';
import * as schema from '@/server/modules/offers/abandoned-cart/schema';
import {
  addSuppression,
  listSuppressions,
  removeSuppression,
  searchSuppressions,
} from '@/server/modules/offers/abandoned-cart/suppressions';
import { merchantProcedure, partnerProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Abandoned cart'];

export const abandonedCartRouter = router({
  getConfig: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/abandoned-cart/config',
        tags,
        summary: 'Get the config',
        description:
          'Kept for the platform that sends the reminders; Laris never acts on it. Defaults until it is first written.',
      },
    })
    .output(schema.configOutput)
    .query(({ ctx }) => getConfig(ctx.db)),

  updateConfig: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/abandoned-cart/config',
        tags,
        summary: 'Update the config',
        description: 'Partial.',
        errors: ['EDIT_CONFLICT', 'PLAN_LIMIT'],
      },
    })
    .input(ofVersion(schema.updateConfigInput))
    .output(schema.config)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'AbandonedCartConfig', id: ctx.db.accountId, ifUpdatedAt }, (db) =>
        updateConfig(db, input),
      ),
    ),

  reminders: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/abandoned-cart/reminders',
        tags,
        summary: 'Recent reminders',
        description: 'Newest first.',
      },
    })
    .input(schema.remindersInput)
    .output(schema.remindersOutput)
    .query(({ ctx, input }) => recentReminders(ctx.db, input.limit)),

  getReminder: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/abandoned-cart/reminders/{id}',
        tags,
        summary: 'Retrieve a reminder',
        description: 'With its code, its campaign and the contact who has the e-mail.',
      },
    })
    .input(schema.byId)
    .output(schema.reminderDetail)
    .query(({ ctx, input }) => getReminder(ctx.db, input.id)),

  listReminders: merchantProcedure
    .meta({
      mayLag: true,
      internal:
        "The dashboard's table: searched, filtered and paged, without snapshots. The contract's list has a limit and no more.",
    })
    .input(schema.listRemindersInput)
    .output(schema.listRemindersOutput)
    .query(({ ctx, input }) => listReminders(ctx.db, input)),

  stats: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/abandoned-cart/stats',
        tags,
        summary: 'Recovery stats',
        description: 'Of the reminders that were sent in the last `windowDays`, whenever their carts were recovered.',
      },
    })
    .input(schema.statsInput)
    .output(schema.statsOutput)
    .query(({ ctx, input }) => stats(ctx.db, input.windowDays)),

  activity: merchantProcedure
    .meta({ mayLag: true, internal: 'The chart and the figures per currency of the dashboard.' })
    .input(schema.activityInput)
    .output(schema.activityOutput)
    .query(({ ctx, input }) => activity(ctx.db, input.days)),

  listSuppressions: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/abandoned-cart/suppressions',
        tags,
        summary: 'List suppressions',
        description: 'Buyers who are opted out now, newest first.',
      },
    })
    .input(schema.listSuppressionsInput)
    .output(schema.listSuppressionsOutput)
    .query(({ ctx, input }) => listSuppressions(ctx.db, input.limit)),

  searchSuppressions: merchantProcedure
    .meta({ internal: "The dashboard's table: searched and paged, which the contract's list is not." })
    .input(schema.searchSuppressionsInput)
    .output(schema.searchSuppressionsOutput)
    .query(({ ctx, input }) => searchSuppressions(ctx.db, input)),

  addSuppression: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/abandoned-cart/suppressions',
        repeatable: true,
        tags,
        status: 201,
        summary: 'Add a suppression',
        description: 'This buyer gets no reminders any more.',
      },
    })
    .input(schema.addSuppressionInput)
    .output(schema.suppression)
    .mutation(({ ctx, input }) => addSuppression(ctx.db, input.email)),

  removeSuppression: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/abandoned-cart/suppressions/{email}',
        tags,
        summary: 'Remove a suppression',
        description: 'This buyer may be reminded again. The row stays.',
      },
    })
    .input(schema.removeSuppressionInput)
    .output(schema.suppression)
    .mutation(({ ctx, input }) => removeSuppression(ctx.db, input.email)),

  recordReminder: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/abandoned-cart/reminders',
        tags,
        summary: 'Record a reminder',
        description:
          'Told by the platform that sent it. Safe to send again when it has externalSource and externalRef.',
      },
    })
    .input(schema.recordReminderInput)
    .output(schema.recordReminderOutput)
    .mutation(({ ctx, input }) => recordReminder(ctx.db, ctx.services.log, input)),

  recover: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/abandoned-cart/recover',
        repeatable: true,
        tags,
        summary: 'Mark a cart as recovered',
        description:
          "Marks the customer's latest reminder of the 72 hours before completedAt that is not recovered. Sent again, it may mark the one before.",
      },
    })
    .input(schema.recoverInput)
    .output(schema.recoverOutput)
    .mutation(({ ctx, input }) => recover(ctx.db, input)),
});
