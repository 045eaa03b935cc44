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
        description: 'Newest first; archived ones only when asked for.',
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
        description: 'A draft, which may lack whatever it needs to go live.',
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
        description: 'For a shop that sends its visitors on by itself. Null when the link takes no clicks.',
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
        description: 'Always 200: whom it earned what, or why nobody anything. Told again it answers the same.',
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
        description: 'All refunds so far. What is on a statement is taken back by the next one.',
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
        description: 'Newest first.',
      },
    })
    .input(commissions.commissionsInput)
    .output(commissions.commissionsOutput)
    .query(({ ctx, input }) => listCommissions(ctx.db, input)),

  review: merchantProcedure
    .meta({ internal: 'Commissions with the names of whose they are, for the dashboard’s list.' })
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
        description: 'Pending ones at once; held ones wait on where their days are not over.',
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
        description: 'Held ones only; the affiliate sees the reason.',
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
        description: 'One commission by its id: the order it comes from, its amount and its status.',
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
        description: 'Newest first, without their lines.',
      },
    })
    .input(commissions.statementsInput)
    .output(commissions.statementsOutput)
    .query(({ ctx, input }) => statements.listStatements(ctx.db, input)),

  statementsShown: merchantProcedure
    .meta({ internal: 'Statements with the names of whose they are, for the dashboard’s list.' })
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
        summary: 'Make statements',
        description: 'One for each affiliate and currency whose approved commissions are enough; the others wait.',
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
        description: 'With its lines.',
      },
    })
    .input(commissions.byId)
    .output(commissions.statement)
    .query(({ ctx, input }) => statements.getStatement(ctx.db, input.id)),

  statementPage: merchantProcedure
    .meta({ internal: 'A statement with whose it is, for its page.' })
    .input(commissions.byId)
    .output(commissions.statementPage)
    .query(({ ctx, input }) => statements.statementPage(ctx.db, input.id)),

  bankDetails: memberProcedure
    .meta({ internal: 'For people only, so REST has it as a route of its own (routes.ts).' })
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
        description: 'Its commissions are never edited after that. Again with the same reference changes nothing.',
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
        description: 'One that is open. Its lines are free for the next one; its number stays taken.',
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
        description: 'One affiliate program by its id, with its terms.',
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
        description: 'Partial. Affiliates who are in it keep what they agreed on.',
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
        description: 'For good: its collaborations end. Statements of what was earned can still be made.',
      },
    })
    .input(schema.byId)
    .output(schema.archiveOutput)
    .mutation(({ ctx, input }) => programs.archive(ctx.db, ctx.services, input.id)),

  preview: merchantProcedure
    .meta({ internal: 'The public page beside a program, whether it is live or not.' })
    .input(previewInput)
    .output(previewOutput)
    .query(({ ctx, input }) => previewProgram(ctx.db, ctx.services.settings.baseUrl, input)),

  activate: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/programs/{id}/activate',
        tags,
        summary: 'Let a program run',
        description: 'A draft, or a paused one again. It needs landingUrl and commission.',
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
        description: 'Clicks and conversions are refused; what was earned ripens.',
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
        summary: 'Invite affiliates into a program',
        description: 'Up to 100. Who is in it already, or wants no invitations, is skipped with the reason.',
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
          'For a shop’s own page; as the public one. The answer is the same whatever is known of the address.',
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
        summary: 'Tell what a program brought',
        description: 'Of what was clicked and earned in the window.',
      },
    })
    .input(schema.statsInput)
    .output(schema.statsOutput)
    .query(({ ctx, input }) => stats(ctx.db, input)),
});
