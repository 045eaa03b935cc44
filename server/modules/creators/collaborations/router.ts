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
        description: 'Returns collaborations in pages, last changed first.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(async ({ ctx, input }) => pageSeenBy(ctx.principal, await collaborations.list(ctx.db, ctx.services, input))),

  shown: merchantProcedure
    .meta({ internal: 'Collaborations with the name of their brief or program, for the dashboard’s list.' })
    .input(schema.listInput)
    .output(schema.shownOutput)
    .query(async ({ ctx, input }) => pageSeenBy(ctx.principal, await listShown(ctx.db, ctx.services, input))),

  page: merchantProcedure
    .meta({ internal: 'A collaboration with its figures, for its page in the dashboard.' })
    .input(schema.byId)
    .output(schema.pageOutput)
    .query(async ({ ctx, input }) => {
      const page = await collaborationPage(ctx.db, ctx.services, input.id);
      return { ...page, collaboration: seenBy(ctx.principal, page.collaboration) };
    }),

  address: memberProcedure
    .meta({ internal: 'A creator’s delivery address: for members only, and each look is in the audit log.' })
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
        summary: 'Invite a creator or affiliate',
        description:
          'Invites one person to an open brief (`campaignId`) or a live program (`programId`). They need no account. 409 when they opted out, collaborate already, or no slot is free.',
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
        description:
          'Returns the collaboration with its submissions. `portalUrl` is empty for members who may only read.',
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
        description:
          'Changes only the fields you send. 409 `ALREADY_COLLABORATING` when a new e-mail belongs to another running collaboration of the same brief or program.',
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
        description: 'Does the same as `POST /collaborations/{id}/end`. Safe to repeat.',
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
        description:
          'Takes a slot, fixes the terms and creates the link and the discount code. Only the creator can accept an invitation. On 409 `SLOTS_FULL` or `CODE_EXISTS` nothing was changed.',
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
        description:
          'Declines a creator who applied. Safe to repeat. 409 `BAD_STATE` for a collaboration in any other status.',
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
        summary: 'Submit content for a creator',
        description:
          'Adds a submission for one deliverable, as the creator would on their page. Warnings do not refuse it. At most 200 submissions: 409 `LIMIT_REACHED`.',
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
        summary: 'Request changes',
        description:
          'Sends submissions back to the creator with your feedback; without `submissionIds`, all that wait for review. Safe to repeat with the same feedback.',
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
        description:
          'Approves submissions; without `submissionIds`, all that wait for review. The collaboration is approved once every deliverable has its quantity. Safe to repeat.',
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
        description:
          'Completes a collaboration whose deliverables are all approved. Safe to repeat. 409 `BAD_STATE` before that.',
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
        description:
          'Switches link and code off, and holds commissions that are on no statement. The affiliate is told by e-mail, without `reason`.',
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
        description: 'Ends a suspension. Link, code and held commissions are as they were before it.',
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
        description:
          'Switches link and code off. Approved commissions stay payable. Safe to repeat; an ended collaboration cannot be reopened.',
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
        description:
          'Marks the creator’s activity as read for the whole team. With `seen`, later activity stays unread.',
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
        description: 'Returns messages in pages, newest first.',
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
        summary: 'Send a message to a creator',
        description:
          'Adds a message to the creator’s page and, where this server sends e-mail, notifies them. Each call adds another message.',
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
        summary: "Replace the address of a creator's page",
        description:
          'Returns the new address of the creator’s page; the old one stops working at once. No e-mail tells the creator: pass it on yourself.',
      },
    })
    .input(schema.byId)
    .output(schema.portalOutput)
    .mutation(({ ctx, input }) => collaborations.rotatePortal(ctx.db, ctx.services, input.id)),
});
