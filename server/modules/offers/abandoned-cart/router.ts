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
        summary: 'Retrieve the settings of cart reminders',
        description:
          'Returns the settings for the platform that sends the reminders; Laris never acts on them. Defaults until the first PATCH.',
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
        summary: 'Update the settings of cart reminders',
        description:
          'Changes only the fields you send; the first call stores the settings. Needs a plan with abandoned carts: 403 `PLAN_LIMIT`.',
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
        summary: 'List recent reminders',
        description: 'Returns the newest `limit` reminders, newest first (at most 200).',
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
        description: 'Returns the reminder with its cart, its discount code, its campaign and its contact.',
      },
    })
    .input(schema.byId)
    .output(schema.reminderDetail)
    .query(({ ctx, input }) => getReminder(ctx.db, input.id)),

  listReminders: merchantProcedure
    .meta({
      mayLag: true,
      internal: "The dashboard's list, searched and in pages, without snapshots.",
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
        summary: 'Retrieve recovery figures',
        description:
          'Counts reminders sent in the last `windowDays` days, and how many of their carts were recovered, at any time.',
      },
    })
    .input(schema.statsInput)
    .output(schema.statsOutput)
    .query(({ ctx, input }) => stats(ctx.db, input.windowDays)),

  activity: merchantProcedure
    .meta({ mayLag: true, internal: 'The chart and the figures by currency, for the dashboard.' })
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
        description: 'Returns buyers who get no cart reminders, newest first.',
      },
    })
    .input(schema.listSuppressionsInput)
    .output(schema.listSuppressionsOutput)
    .query(({ ctx, input }) => listSuppressions(ctx.db, input.limit)),

  searchSuppressions: merchantProcedure
    .meta({ internal: "The dashboard's list, searched and in pages." })
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
        description: 'Stops cart reminders to this e-mail. Safe to repeat: the first `optedOutAt` stays.',
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
        description:
          'Allows cart reminders to this e-mail again. The row stays. 404 for an e-mail that never opted out.',
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
          'Reports a reminder that your platform has sent. Safe to repeat with `externalSource` and `externalRef`. For a buyer who opted out, nothing is recorded: `reason` is `opted_out`.',
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
          "Marks the customer's latest open reminder of the 72 hours before `completedAt`. Not safe to repeat: a second call may mark the reminder before it.",
      },
    })
    .input(schema.recoverInput)
    .output(schema.recoverOutput)
    .mutation(({ ctx, input }) => recover(ctx.db, input)),
});
