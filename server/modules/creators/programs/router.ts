/** Procedures of affiliate programs (docs/contract/programs.md). */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { previewProgram } from '@/server/modules/creators/campaigns/public-page';
import { previewInput, previewOutput } from '@/server/modules/creators/campaigns/schema';
import { apply } from '@/server/modules/creators/collaborations/applications';
import { invite } from '@/server/modules/creators/collaborations/invite';
import * as collaborations from '@/server/modules/creators/collaborations/schema';
import { recordClick } from '@/server/modules/creators/programs/clicks';
import { getCommission, listCommissions, reviewCommissions } from '@/server/modules/creators/programs/commissions';
import * as commissions from '@/server/modules/creators/programs/commissions-schema';
import { convert, voidConversion } from '@/server/modules/creators/programs/conversions';
import { approve, decline } from '@/server/modules/creators/programs/decide';
import * as schema from '@/server/modules/creators/programs/schema';
import * as programs from '@/server/modules/creators/programs/service';
import * as statements from '@/server/modules/creators/programs/statements';
import { stats } from '@/server/modules/creators/programs/stats';
import { memberProcedure, merchantProcedure, partnerProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Affiliate programs'];

export const programsRouter = router({
  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/programs',
        tags,
        summary: 'List programs',
        description:
          'Returns affiliate programs in pages, newest first. Archived programs are listed only when `status` names them.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(({ ctx, input }) => programs.list(ctx.db, input)),

  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs',
        tags,
        status: 201,
        summary: 'Create a program',
        description: 'Creates a draft. Only `name` is required: activating checks that the rest is complete.',
        errors: ['INVALID_VALUE'],
      },
    })
    .input(schema.createInput)
    .output(schema.program)
    .mutation(({ ctx, input }) => programs.create(ctx.db, input)),

  click: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/clicks',
        tags,
        summary: 'Record a click',
        description:
          'Counts a click, for a shop that redirects visitors itself. Returns null when the link takes no clicks. Send `clickId` with the conversion.',
      },
    })
    .input(schema.clickInput)
    .output(schema.clickOutput)
    .mutation(({ ctx, input }) => recordClick(ctx.db, ctx.services.settings, input)),

  convert: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/conversions',
        repeatable: true,
        tags,
        summary: 'Report a conversion',
        description:
          'Reports a paid order. Always answers 200: with the commission, or with `attributed: false` and the reason. Safe to repeat: the same `checkoutSessionId` returns the first commission with `created: false`.',
      },
    })
    .input(commissions.conversionInput)
    .output(commissions.conversionOutput)
    .mutation(({ ctx, input }) => convert(ctx.db, ctx.services, input)),

  void: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/conversions/void',
        repeatable: true,
        tags,
        summary: 'Report a refund',
        description:
          'Reduces the commission of a checkout session by its refunds so far. A commission on a statement stays, and the next statement takes the difference back. Safe to repeat.',
      },
    })
    .input(commissions.voidInput)
    .output(commissions.voidOutput)
    .mutation(({ ctx, input }) => voidConversion(ctx.db, input)),

  commissions: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/programs/commissions',
        tags,
        summary: 'List commissions',
        description: 'Returns commissions in pages, newest first.',
      },
    })
    .input(commissions.commissionsInput)
    .output(commissions.commissionsOutput)
    .query(({ ctx, input }) => listCommissions(ctx.db, input)),

  review: merchantProcedure
    .meta({ internal: 'Commissions with the names of affiliate and program, for the dashboard’s list.' })
    .input(commissions.commissionsInput)
    .output(commissions.reviewOutput)
    .query(({ ctx, input }) => reviewCommissions(ctx.db, input)),

  approve: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/commissions/approve',
        tags,
        summary: 'Approve commissions',
        description:
          'Approves up to 100 pending or held commissions; held ones are pending until `releaseAt`. All others are listed in `skipped`.',
      },
    })
    .input(commissions.approveInput)
    .output(commissions.decideOutput)
    .mutation(({ ctx, input }) => approve(ctx.db, input.ids, input.note ?? null)),

  decline: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/commissions/decline',
        tags,
        summary: 'Decline commissions',
        description:
          'Declines up to 100 held commissions; any other is listed in `skipped`. The affiliate sees `reason`.',
      },
    })
    .input(commissions.declineInput)
    .output(commissions.decideOutput)
    .mutation(({ ctx, input }) => decline(ctx.db, input.ids, input.reason)),

  commission: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/programs/commissions/{id}',
        tags,
        summary: 'Retrieve a commission',
        description: 'Returns one commission with its order, its amount, its flags and its status.',
      },
    })
    .input(commissions.byId)
    .output(commissions.commission)
    .query(({ ctx, input }) => getCommission(ctx.db, input.id)),

  statements: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/programs/statements',
        tags,
        summary: 'List statements',
        description: 'Returns statements in pages, newest first, without their lines.',
      },
    })
    .input(commissions.statementsInput)
    .output(commissions.statementsOutput)
    .query(({ ctx, input }) => statements.listStatements(ctx.db, input)),

  statementsShown: merchantProcedure
    .meta({ internal: 'Statements with the name of the affiliate, for the dashboard’s list.' })
    .input(commissions.statementsInput)
    .output(commissions.statementsShown)
    .query(({ ctx, input }) => statements.showStatements(ctx.db, input)),

  issue: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/statements',
        tags,
        status: 201,
        summary: 'Issue statements',
        description:
          'Creates a statement for each affiliate and currency whose approved commissions reach the minimum payout. The rest waits for a later statement.',
      },
    })
    .input(commissions.issueInput)
    .output(commissions.issueOutput)
    .mutation(({ ctx, input }) => statements.issue(ctx.db, ctx.services, input)),

  statement: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/programs/statements/{id}',
        tags,
        summary: 'Retrieve a statement',
        description: 'Returns the statement with its lines, oldest first.',
      },
    })
    .input(commissions.byId)
    .output(commissions.statement)
    .query(({ ctx, input }) => statements.getStatement(ctx.db, input.id)),

  statementPage: merchantProcedure
    .meta({ internal: 'A statement with the name of the affiliate, for its page in the dashboard.' })
    .input(commissions.byId)
    .output(commissions.statementPage)
    .query(({ ctx, input }) => statements.statementPage(ctx.db, input.id)),

  bankDetails: memberProcedure
    .meta({ internal: 'For members only; REST has a route of its own.' })
    .input(commissions.byId)
    .output(commissions.bankDetailsOutput)
    .mutation(({ ctx, input }) => statements.readBankDetails(ctx.db, ctx.services, input.id)),

  markPaid: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/statements/{id}/mark-paid',
        tags,
        summary: 'Mark a statement as paid',
        description:
          'Records your payment; Laris moves no money. The commissions become paid and never change again. Safe to repeat with the same `reference`.',
        errors: ['BAD_STATE'],
      },
    })
    .input(commissions.payInput)
    .output(commissions.statement)
    .mutation(({ ctx, input }) => statements.markPaid(ctx.db, input)),

  cancel: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/statements/{id}/cancel',
        tags,
        summary: 'Cancel a statement',
        description: 'Cancels an open statement. Its commissions can be on the next one; its number is not used again.',
        errors: ['BAD_STATE'],
      },
    })
    .input(commissions.byId)
    .output(commissions.statement)
    .mutation(({ ctx, input }) => statements.cancel(ctx.db, input.id)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/programs/{id}',
        tags,
        summary: 'Retrieve a program',
        description: 'Returns one affiliate program with its terms.',
      },
    })
    .input(schema.byId)
    .output(schema.program)
    .query(({ ctx, input }) => programs.get(ctx.db, input.id)),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/programs/{id}',
        tags,
        summary: 'Update a program',
        description:
          'Changes only the fields you send. Affiliates who joined before keep the terms they agreed to. A live or paused program keeps `landingUrl` and `commission`: 400 `INCOMPLETE`.',
        errors: ['BAD_STATE', 'EDIT_CONFLICT', 'INCOMPLETE', 'INVALID_VALUE'],
      },
    })
    .input(ofVersion(schema.updateInput))
    .output(schema.program)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'Program', id: input.id, ifUpdatedAt }, (db) => programs.update(db, input)),
    ),

  archive: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/programs/{id}',
        tags,
        summary: 'Archive a program',
        description:
          'Archives the program for good and ends its collaborations. Statements for earned commissions can still be issued. Safe to repeat.',
      },
    })
    .input(schema.byId)
    .output(schema.archiveOutput)
    .mutation(({ ctx, input }) => programs.archive(ctx.db, ctx.services, input.id)),

  preview: merchantProcedure
    .meta({ internal: "The dashboard's preview of a program's public page." })
    .input(previewInput)
    .output(previewOutput)
    .query(({ ctx, input }) => previewProgram(ctx.db, ctx.services.settings.baseUrl, input)),

  activate: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/{id}/activate',
        tags,
        summary: 'Activate a program',
        description:
          'Makes a draft or a paused program live. Needs `landingUrl` and `commission`: 400 `INCOMPLETE`. 403 `PLAN_LIMIT` when the plan has no room.',
        errors: ['BAD_STATE', 'INCOMPLETE', 'PLAN_LIMIT'],
      },
    })
    .input(schema.byId)
    .output(schema.program)
    .mutation(({ ctx, input }) => programs.activate(ctx.db, input.id)),

  pause: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/{id}/pause',
        tags,
        summary: 'Pause a program',
        description:
          'Stops counting clicks and conversions. Earned commissions go on to be approved and paid. Safe to repeat.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.program)
    .mutation(({ ctx, input }) => programs.pause(ctx.db, input.id)),

  invite: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/{id}/invite',
        tags,
        summary: 'Invite affiliates to a program',
        description:
          'Invites up to 100 affiliates to a live program. People who cannot be invited are listed in `skipped` with the reason.',
        errors: ['BAD_STATE'],
      },
    })
    .input(collaborations.inviteInput)
    .output(collaborations.inviteOutput)
    .mutation(({ ctx, input }) => invite(ctx.db, ctx.services, { programId: input.id }, input)),

  receiveApplication: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/{id}/applications',
        tags,
        summary: 'Apply for a program',
        description:
          'Passes on an application from the shop’s own page. The answer never reveals whether it was taken: more than 5 an hour from a network address or 3 a day from an e-mail are dropped. 404 unless the program is open to everybody.',
      },
    })
    .input(collaborations.applicationInput)
    .output(collaborations.applicationOutput)
    .mutation(({ ctx, input: { id, ip, consent: _, ...applied } }) =>
      apply(ctx.db, ctx.services, { programId: id }, applied, ip ?? ctx.clientAddress),
    ),

  stats: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/programs/{id}/stats',
        tags,
        summary: 'Retrieve the figures of a program',
        description:
          'Returns the figures of the last `windowDays` days, with the ten affiliates who brought the most revenue.',
      },
    })
    .input(schema.statsInput)
    .output(schema.statsOutput)
    .query(({ ctx, input }) => stats(ctx.db, input)),
});
