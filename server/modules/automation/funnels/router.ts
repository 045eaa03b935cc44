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
        description:
          'Returns at most 500 funnels without definitions, newest first. Archived ones are left out unless `status` names them.',
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
        description:
          'Creates a draft. `problems` lists what must be fixed before it can run and does not block saving. 409 LIMIT_REACHED with 200 funnels that are not archived.',
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
        summary: 'List funnel recipes',
        description: 'Returns ready-made definitions, in the language of the workspace’s country.',
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
        description: 'Returns the funnel with its live definition and its draft.',
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
          'Changes the fields that are sent. Once the funnel was live, a definition is kept as its draft and has no effect until it is published; `draft: null` drops it. 409 BAD_STATE for an archived funnel.',
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
        description: 'Final: everybody inside leaves. The funnel stays readable and keeps its name. Safe to repeat.',
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
        summary: 'Activate a funnel',
        description:
          'Starts a draft or resumes a paused funnel; a paused funnel’s draft is not published. Safe to repeat. 400 INVALID_FUNNEL has `details.problems`, NO_CHANNEL `details.providers`; 403 PLAN_LIMIT when the plan allows no more live funnels.',
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
        description:
          'Once this has answered, nobody enters or moves and no waiting message is sent. Safe to repeat. 409 BAD_STATE unless the funnel is live or paused.',
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
        summary: 'Publish a funnel’s draft',
        description:
          'Puts the draft of a live or paused funnel in force; `inside` says what becomes of the people in it. 409 BAD_STATE without a draft. 400 INVALID_FUNNEL and NO_CHANNEL as when activating.',
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
        summary: 'Enrol contacts in a funnel',
        description:
          'Enrols up to 100,000 contacts, whatever the trigger is. `skipped` counts those that may not enter, by reason. Safe to repeat with the same `key`. 409 BAD_STATE unless the funnel is live.',
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
        summary: 'List enrolments of a funnel',
        description: 'Returns enrolments, the last to enter first.',
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
        summary: 'Retrieve an enrolment',
        description: 'Returns the enrolment with the path of steps that it has passed and their outcomes.',
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
        summary: 'End an enrolment',
        description:
          'Ends the enrolment: no further step runs for this contact. Safe to repeat. 409 BAD_STATE when the contact has reached the end of the funnel.',
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
        summary: 'Retrieve a funnel’s figures',
        description: 'Returns figures of the contacts that entered in the window. Later refunds lower the revenue.',
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
        summary: 'Simulate a funnel',
        description:
          'Runs the draft, else the definition, and writes and sends nothing. With `contactId` it returns every step with its time and message; with `withinDays`, what the events of those days would have caused. 400 INVALID_FUNNEL while steps form a cycle or lead to a step that does not exist.',
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
        summary: 'Send a test of a step’s message',
        description:
          'Sends the message of the draft, else of the definition, to `recipient`. Merge tags are not filled in. 400 NO_CHANNEL without an active channel for the provider.',
        errors: ['NO_CHANNEL'],
      },
    })
    .input(schema.sendTestInput)
    .output(schema.sendTestOutput)
    .mutation(({ ctx, input }) => sendTest(ctx.db, ctx.services, input)),
});
