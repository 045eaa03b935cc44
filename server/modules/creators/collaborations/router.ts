/** Procedures of collaborations (docs/contract/collaborations.md). */
import { create } from '@/server/modules/creators/collaborations/invite';
import { messages, write } from '@/server/modules/creators/collaborations/messages';
import { collaborationPage, listShown, readAddress } from '@/server/modules/creators/collaborations/pages';
import { pageSeenBy, seenBy } from '@/server/modules/creators/collaborations/portal-sight';
import * as schema from '@/server/modules/creators/collaborations/schema';
import * as collaborations from '@/server/modules/creators/collaborations/service';
import { approve, requestChanges, submit } from '@/server/modules/creators/collaborations/submissions';
import { markRead } from '@/server/modules/creators/collaborations/unread';
import { memberProcedure, merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Collaborations'];
const path = (rest = '') => `/collaborations/{id}${rest}` as const;

export const collaborationsRouter = router({
  list: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/collaborations',
        tags,
        summary: 'List collaborations',
        description: 'Last changed first.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(async ({ ctx, input }) => pageSeenBy(ctx.principal, await collaborations.list(ctx.db, ctx.services, input))),

  shown: merchantProcedure
    .meta({ internal: 'Collaborations with what each is about, for the dashboard’s list.' })
    .input(schema.listInput)
    .output(schema.shownOutput)
    .query(async ({ ctx, input }) => pageSeenBy(ctx.principal, await listShown(ctx.db, ctx.services, input))),

  page: merchantProcedure
    .meta({ internal: 'A collaboration with what it came to, for its page.' })
    .input(schema.byId)
    .output(schema.pageOutput)
    .query(async ({ ctx, input }) => {
      const page = await collaborationPage(ctx.db, ctx.services, input.id);
      return { ...page, collaboration: seenBy(ctx.principal, page.collaboration) };
    }),

  address: memberProcedure
    .meta({ internal: 'Where a creator has things sent to: for people, who are noted in the audit log.' })
    .input(schema.byId)
    .output(schema.addressOutput)
    .mutation(({ ctx, input }) => readAddress(ctx.db, ctx.services, input.id)),

  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/collaborations',
        tags,
        status: 201,
        summary: 'Invite somebody',
        description: 'Into an open brief or a live program. They need no account: their portal is a page of their own.',
        errors: ['BAD_STATE', 'OPTED_OUT', 'SLOTS_FULL', 'ALREADY_COLLABORATING'],
      },
    })
    .input(schema.createInput)
    .output(schema.mailedCollaboration)
    .mutation(({ ctx, input }) => create(ctx.db, ctx.services, input)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: path(),
        tags,
        summary: 'Retrieve a collaboration',
        description: 'With what was submitted. `portalUrl` is empty for people who may only read.',
      },
    })
    .input(schema.byId)
    .output(schema.collaboration)
    .query(async ({ ctx, input }) => seenBy(ctx.principal, await collaborations.get(ctx.db, ctx.services, input.id))),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: path(),
        tags,
        summary: 'Update a collaboration',
        description: 'Partial: who they are, their fee, what is sent to them, your note.',
        errors: ['ALREADY_COLLABORATING'],
      },
    })
    .input(schema.updateInput)
    .output(schema.collaboration)
    .mutation(({ ctx, input }) => collaborations.update(ctx.db, ctx.services, input)),

  end: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: path(),
        tags,
        summary: 'End a collaboration',
        description: 'As POST …/end does.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.endOutput)
    .mutation(async ({ ctx, input }) => {
      await collaborations.end(ctx.db, ctx.services, input.id);
      return { id: input.id, status: 'ended' as const };
    }),

  accept: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: path('/accept'),
        tags,
        summary: 'Accept an application',
        description: 'Takes a slot, copies the terms and makes link and code. Only the creator accepts an invitation.',
        errors: ['BAD_STATE', 'SLOTS_FULL', 'CODE_EXISTS'],
      },
    })
    .input(schema.acceptInput)
    .output(schema.mailedCollaboration)
    .mutation(({ ctx, input }) => collaborations.accept(ctx.db, ctx.services, input)),

  decline: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: path('/decline'),
        tags,
        summary: 'Decline an application',
        description: 'Refuses a creator who applied. 409 for a collaboration in any other status.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.mailedCollaboration)
    .mutation(({ ctx, input }) => collaborations.decline(ctx.db, ctx.services, input.id)),

  submit: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: path('/submissions'),
        tags,
        status: 201,
        summary: 'Hand something in for a creator',
        description: 'As they would in their portal. Warnings refuse nothing.',
        errors: ['BAD_STATE', 'LIMIT_REACHED'],
      },
    })
    .input(schema.submitInput)
    .output(schema.submission)
    .mutation(({ ctx, input }) => submit(ctx.db, input)),

  requestChanges: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: path('/request-changes'),
        tags,
        summary: 'Ask for a change',
        description:
          'Sends submissions back to the creator with your words. Without `submissionIds`: all that are open.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.requestChangesInput)
    .output(schema.mailedCollaboration)
    .mutation(({ ctx, input }) => requestChanges(ctx.db, ctx.services, input)),

  approve: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: path('/approve'),
        tags,
        summary: 'Approve submissions',
        description: 'The collaboration is approved once every deliverable has its quantity.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.approveInput)
    .output(schema.collaboration)
    .mutation(({ ctx, input }) => approve(ctx.db, ctx.services, input)),

  complete: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: path('/complete'),
        tags,
        summary: 'Complete a collaboration',
        description: 'Closes a collaboration whose deliverables are all approved. 409 before that.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.collaboration)
    .mutation(({ ctx, input }) => collaborations.complete(ctx.db, ctx.services, input.id)),

  suspend: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: path('/suspend'),
        tags,
        summary: 'Suspend an affiliate',
        description: 'Link and code go off, and what they earned and nobody paid is held.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.suspendInput)
    .output(schema.mailedCollaboration)
    .mutation(({ ctx, input }) => collaborations.suspend(ctx.db, ctx.services, input.id, input.reason)),

  reinstate: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: path('/reinstate'),
        tags,
        summary: 'Reinstate an affiliate',
        description: 'Everything is as it was before.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.mailedCollaboration)
    .mutation(({ ctx, input }) => collaborations.reinstate(ctx.db, ctx.services, input.id)),

  finish: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: path('/end'),
        tags,
        summary: 'End a collaboration for good',
        description: 'Link and code go off; approved commissions stay payable.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.mailedCollaboration)
    .mutation(({ ctx, input }) => collaborations.end(ctx.db, ctx.services, input.id)),

  read: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: path('/read'),
        tags,
        summary: 'Mark a collaboration as read',
        description: 'What the creator did after `seen` stays unread.',
      },
    })
    .input(schema.readInput)
    .output(schema.collaboration)
    .mutation(({ ctx, input }) => markRead(ctx.db, ctx.services, input)),

  messages: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: path('/messages'),
        tags,
        summary: 'List messages with a creator',
        description: 'Newest first.',
      },
    })
    .input(schema.messagesInput)
    .output(schema.messagesOutput)
    .query(({ ctx, input }) => messages(ctx.db, input)),

  write: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: path('/messages'),
        tags,
        status: 201,
        summary: 'Write to a creator',
        description: 'It stands in their portal, and they get a mail where the service can send one.',
      },
    })
    .input(schema.writeInput)
    .output(schema.writtenOutput)
    .mutation(({ ctx, input }) => write(ctx.db, ctx.services, input.id, input.text)),

  rotatePortal: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: path('/rotate-portal'),
        tags,
        summary: 'Give a creator a new address',
        description: 'The one of before is dead at once.',
      },
    })
    .input(schema.byId)
    .output(schema.portalOutput)
    .mutation(({ ctx, input }) => collaborations.rotatePortal(ctx.db, ctx.services, input.id)),
});
