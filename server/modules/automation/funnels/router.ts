/** /api/v1/funnels (docs/contract/funnels.md). */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { editor } from '@/server/modules/automation/funnels/editor';
import { enroll } from '@/server/modules/automation/funnels/enroll';
import {
  exitEnrolment,
  funnelOfEnrolment,
  getEnrolment,
  listEnrolments,
  listPeople,
} from '@/server/modules/automation/funnels/enrolments';
import { activate, pause, publish } from '@/server/modules/automation/funnels/publish';
import { recipes } from '@/server/modules/automation/funnels/recipes';
import { get, list } from '@/server/modules/automation/funnels/rows';
import * as schema from '@/server/modules/automation/funnels/schema';
import { sendTest } from '@/server/modules/automation/funnels/send-test';
import * as funnels from '@/server/modules/automation/funnels/service';
import { simulateContact } from '@/server/modules/automation/funnels/simulation/simulate';
import { simulatePast } from '@/server/modules/automation/funnels/simulation/past';
import { brought, stats } from '@/server/modules/automation/funnels/stats';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Funnels'];

export const funnelsRouter = router({
  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/funnels',
        tags,
        summary: 'List funnels',
        description: 'Newest first, without their definitions; archived ones only when asked for.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(async ({ ctx, input }) => ({ funnels: await list(ctx.db, input.status) })),

  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/funnels',
        tags,
        status: 201,
        summary: 'Create a funnel',
        description: 'A draft, which may have any of the problems that keep it from going live.',
        errors: ['INVALID_DEFINITION', 'INVALID_VALUE', 'INVALID_SCOPE', 'NAME_TAKEN', 'LIMIT_REACHED'],
      },
    })
    .input(schema.createInput)
    .output(schema.funnel)
    .mutation(({ ctx, input }) => funnels.create(ctx.db, ctx.services, input)),

  recipes: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/funnels/recipes',
        tags,
        summary: 'List recipes',
        description: 'Definitions to begin with, in the language of the workspace’s country.',
      },
    })
    .output(schema.recipesOutput)
    .query(async ({ ctx }) => ({ recipes: await recipes(ctx.db) })),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/funnels/{id}',
        tags,
        summary: 'Retrieve a funnel',
        description: 'The funnel with its live definition and its draft.',
      },
    })
    .input(schema.byId)
    .output(schema.funnel)
    .query(({ ctx, input }) => get(ctx.db, input.id)),

  brought: merchantProcedure
    .meta({ internal: 'Conversions and revenue beside each funnel of the list; each has its own stats for clients.' })
    .output(schema.broughtOutput)
    .query(({ ctx }) => brought(ctx.db)),

  editor: merchantProcedure
    .meta({ internal: 'Who stands where, beside the funnel, for the dashboard’s editor.' })
    .input(schema.byId)
    .output(schema.editorOutput)
    .query(({ ctx, input }) => editor(ctx.db, input.id)),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/funnels/{id}',
        tags,
        summary: 'Update a funnel',
        description:
          'Partial. Once live, a definition becomes its draft, which nobody notices until it is published; `draft: null` drops it.',
        errors: ['EDIT_CONFLICT', 'INVALID_DEFINITION', 'INVALID_VALUE', 'INVALID_SCOPE', 'NAME_TAKEN', 'BAD_STATE'],
      },
    })
    .input(ofVersion(schema.updateInput))
    .output(schema.funnel)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'Funnel', id: input.id, ifUpdatedAt }, (db) => funnels.update(db, ctx.services, input)),
    ),

  archive: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/funnels/{id}',
        tags,
        summary: 'Archive a funnel',
        description: 'For good: everybody inside leaves. Its row and its name stay.',
      },
    })
    .input(schema.byId)
    .output(schema.archiveOutput)
    .mutation(({ ctx, input }) => funnels.archive(ctx.db, input.id)),

  activate: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/funnels/{id}/activate',
        tags,
        summary: 'Let a funnel run',
        description: 'A draft for the first time, or a paused one again; its draft stays a draft.',
        errors: ['INVALID_FUNNEL', 'NO_CHANNEL', 'PLAN_LIMIT', 'BAD_STATE'],
      },
    })
    .input(schema.activateInput)
    .output(schema.funnel)
    .mutation(({ ctx, input }) => activate(ctx.db, ctx.services, input)),

  pause: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/funnels/{id}/pause',
        tags,
        summary: 'Pause a funnel',
        description: 'Once this has answered nobody enters or moves, and nothing that waits is handed over.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.funnel)
    .mutation(({ ctx, input }) => pause(ctx.db, input.id)),

  publish: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/funnels/{id}/publish',
        tags,
        summary: 'Publish the draft of a funnel',
        description: 'Of one that is live or paused.',
        errors: ['INVALID_FUNNEL', 'NO_CHANNEL', 'PLAN_LIMIT', 'BAD_STATE'],
      },
    })
    .input(schema.publishInput)
    .output(schema.funnel)
    .mutation(({ ctx, input }) => publish(ctx.db, ctx.services, input)),

  enroll: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/funnels/{id}/enroll',
        tags,
        summary: 'Let people in by hand',
        description: 'Whatever its trigger is. Who may not come in is counted by the reason.',
        errors: ['EMPTY_AUDIENCE', 'BAD_STATE'],
      },
    })
    .input(schema.enrollInput)
    .output(schema.enrollOutput)
    .mutation(({ ctx, input }) => enroll(ctx.db, input)),

  enrolments: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/funnels/{id}/enrolments',
        tags,
        summary: 'List the people in a funnel',
        description: 'Who came in last first.',
      },
    })
    .input(schema.enrolmentsInput)
    .output(schema.enrolmentsOutput)
    .query(({ ctx, input }) => listEnrolments(ctx.db, input)),

  people: merchantProcedure
    .meta({ mayLag: true, internal: 'What the people in a funnel are called, beside their enrolments.' })
    .input(schema.enrolmentsInput)
    .output(schema.peopleOutput)
    .query(({ ctx, input }) => listPeople(ctx.db, input)),

  enrolment: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/funnels/{id}/enrolments/{eid}',
        tags,
        summary: 'Retrieve somebody in a funnel',
        description: 'With the steps that they have left, and how.',
      },
    })
    .input(schema.enrolmentById)
    .output(schema.enrolmentWithPath)
    .query(({ ctx, input }) => getEnrolment(ctx.db, input.id, input.eid)),

  ofEnrolment: merchantProcedure
    .meta({ internal: 'The link from a code that was minted for somebody, on its page.' })
    .input(schema.ofEnrolmentInput)
    .output(schema.ofEnrolmentOutput)
    .query(({ ctx, input }) => funnelOfEnrolment(ctx.db, input.enrolmentId)),

  exitEnrolment: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/funnels/{id}/enrolments/{eid}/exit',
        tags,
        summary: 'Take somebody out of a funnel',
        description: 'Ends the enrolment: no further step runs for this person. 409 for one that has ended already.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.exitInput)
    .output(schema.enrolment)
    .mutation(({ ctx, input }) => exitEnrolment(ctx.db, input)),

  stats: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/funnels/{id}/stats',
        tags,
        summary: 'Tell what a funnel brought',
        description: 'Of who entered in the window. What was given back since lowers it as it is read.',
      },
    })
    .input(schema.statsInput)
    .output(schema.statsOutput)
    .query(({ ctx, input }) => stats(ctx.db, input)),

  simulate: merchantProcedure
    .meta({
      need: 'read',
      openapi: {
        method: 'POST',
        path: '/funnels/{id}/simulate',
        repeatable: true,
        tags,
        summary: 'Try a funnel on paper',
        description:
          'Runs the draft, else the definition; writes and sends nothing. For a contact: every step with its time and its message. For days: what would have come of what happened in them.',
        errors: ['INVALID_FUNNEL'],
      },
    })
    .input(schema.simulateInput)
    .output(schema.simulateOutput)
    .mutation(({ ctx, input: { contactId, withinDays = 0, ...input } }) =>
      contactId === undefined
        ? simulatePast(ctx.db, { id: input.id, withinDays })
        : simulateContact(ctx.db, ctx.services, { ...input, contactId }),
    ),

  sendTest: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/funnels/{id}/steps/{stepId}/send-test',
        tags,
        summary: 'Send the message of a step to yourself',
        description: 'Of the draft, else of the definition; its merge tags stay as they are.',
        errors: ['NO_CHANNEL'],
      },
    })
    .input(schema.sendTestInput)
    .output(schema.sendTestOutput)
    .mutation(({ ctx, input }) => sendTest(ctx.db, ctx.services, input)),
});
