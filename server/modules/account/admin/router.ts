/** Procedures of partners and of all merchants (docs/contract/admin.md). */
import * as z from 'zod';
import { usageOf } from '@/server/modules/account/admin/calls';
import { merchant, merchants } from '@/server/modules/account/admin/directory';
import { keysOf } from '@/server/modules/account/admin/keys';
import { linkedPartners, partWith } from '@/server/modules/account/admin/linked-partners';
import { link, linked, make, unlink } from '@/server/modules/account/admin/merchants';
import { readPartner } from '@/server/modules/account/admin/rows';
import * as schema from '@/server/modules/account/admin/schema';
import * as partners from '@/server/modules/account/admin/service';
import {
  memberProcedure,
  operatorPartnerProcedure,
  operatorProcedure,
  ownPartnerProcedure,
  router,
} from '@/server/platform/access/trpc';

const tags: [string] = ['Admin'];

export const adminRouter = router({
  list: operatorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/partners',
        tags,
        summary: 'List partners',
        description: 'Newest first, at most 500; archived ones only when asked for.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(async ({ ctx, input }) => ({ partners: await partners.list(ctx.installation, input.status) })),

  create: operatorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/partners',
        tags,
        status: 201,
        summary: 'Create a partner',
        description: 'Its keys are minted by the operator’s command; no route mints one.',
        errors: ['IDENTIFIER_TAKEN'],
      },
    })
    .input(schema.createInput)
    .output(schema.partner)
    .mutation(({ ctx, input }) => partners.create(ctx.installation, input)),

  get: ownPartnerProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/partners/{id}',
        tags,
        summary: 'Retrieve a partner',
        description: 'One partner, whatever its status. Its keys and merchants have routes of their own.',
      },
    })
    .input(schema.byId)
    .output(schema.partner)
    .query(({ ctx }) => readPartner(ctx.partner)),

  update: operatorPartnerProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/admin/partners/{id}',
        tags,
        summary: 'Update a partner',
        description: 'Partial. The identifier stays what it is.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.updateInput)
    .output(schema.partner)
    .mutation(({ ctx, input }) => partners.update(ctx.partner, ctx.services.keys, input)),

  archive: operatorPartnerProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/admin/partners/{id}',
        tags,
        summary: 'Archive a partner',
        description: 'For good: its keys are refused within 2 seconds.',
      },
    })
    .input(schema.byId)
    .output(schema.archivedOutput)
    .mutation(({ ctx }) => partners.archive(ctx.partner, ctx.services.keys)),

  suspend: operatorPartnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/partners/{id}/suspend',
        tags,
        summary: 'Suspend a partner',
        description: 'Within 2 seconds its keys get 403 FORBIDDEN, `details.reason` PARTNER_SUSPENDED.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.suspendInput)
    .output(schema.partner)
    .mutation(({ ctx, input }) => partners.suspend(ctx.partner, ctx.services.keys, input.reason)),

  resume: operatorPartnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/partners/{id}/resume',
        tags,
        summary: 'Let a suspended partner work again',
        description: 'Its keys work again at once. An active one stays as it is; 409 for an archived one.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.partner)
    .mutation(({ ctx }) => partners.resume(ctx.partner, ctx.services.keys)),

  keys: ownPartnerProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/partners/{id}/keys',
        tags,
        summary: 'List a partner’s keys',
        description: 'Newest first, revoked ones too.',
      },
    })
    .input(schema.byId)
    .output(schema.keysOutput)
    .query(async ({ ctx }) => ({ keys: await keysOf(ctx.partner) })),

  linked: ownPartnerProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/partners/{id}/merchants',
        tags,
        summary: 'List the merchants that a partner is linked with',
        description: 'The newest link first.',
      },
    })
    .input(schema.linkedInput)
    .output(schema.linkedOutput)
    .query(({ ctx, input }) => linked(ctx.partner, input)),

  make: ownPartnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/partners/{id}/merchants',
        tags,
        status: 201,
        reportsCreated: true,
        summary: 'Make a merchant',
        description:
          'On the free plan, linked, its owner invited. The same externalRef again: 200, and nothing is made.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.makeInput)
    .output(schema.madeOutput)
    .mutation(({ ctx, input }) => make(ctx.partner, input, ctx.services.mail !== null)),

  link: operatorPartnerProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/admin/partners/{id}/merchants/{accountId}',
        tags,
        summary: 'Link a merchant',
        description: 'Twice is fine.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.linkInput)
    .output(schema.linkOutput)
    .mutation(async ({ ctx, input }) => {
      await link(ctx.partner, ctx.services.partnerLinks, input.accountId);
      return { linked: true };
    }),

  unlink: operatorPartnerProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/admin/partners/{id}/merchants/{accountId}',
        tags,
        summary: 'Unlink a merchant',
        description: 'Twice is fine.',
      },
    })
    .input(schema.linkInput)
    .output(schema.linkOutput)
    .mutation(async ({ ctx, input }) => {
      await unlink(ctx.partner, ctx.services.partnerLinks, input.accountId);
      return { linked: false };
    }),

  usage: ownPartnerProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/partners/{id}/usage',
        tags,
        summary: 'What a partner’s keys have called',
        description: 'By day and workspace, the newest day first; a minute late at most.',
      },
    })
    .input(schema.usageInput)
    .output(schema.callsOutput)
    .query(async ({ ctx, input }) => ({ calls: await usageOf(ctx.partner, input.windowDays) })),

  merchants: operatorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/merchants',
        tags,
        summary: 'List all merchants',
        description: 'Newest first.',
      },
    })
    .input(schema.merchantsInput)
    .output(schema.merchantsOutput)
    .query(({ ctx, input }) => merchants(ctx.installation, input)),

  merchant: operatorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/merchants/{accountId}',
        tags,
        summary: 'Retrieve a merchant',
        description: 'With its usage and counts; nothing of people, contents or credentials.',
      },
    })
    .input(schema.byAccount)
    .output(schema.merchantOutput)
    .query(({ ctx, input }) => merchant(ctx.installation, input.accountId)),

  linkedPartners: memberProcedure
    .meta({
      need: 'manage',
      internal: 'The partners that the workspace is linked with: shown to its people, in Settings.',
    })
    .output(schema.linkedPartnersOutput)
    .query(async ({ ctx }) => ({ partners: await linkedPartners(ctx.db) })),

  partWith: memberProcedure
    .meta({ need: 'manage', internal: 'Ends a link: for the owner, in Settings.' })
    .input(schema.byId)
    .output(z.object({ linked: z.literal(false) }))
    .mutation(async ({ ctx, input }) => {
      await partWith(ctx.db, ctx.services.partnerLinks, input.id);
      return { linked: false };
    }),
});
