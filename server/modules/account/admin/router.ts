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
        description:
          'Returns at most 500 partners, newest first. Archived partners are left out unless `status` names them. For the operator’s key only.',
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
        description:
          'Creates an active partner. Its keys are made with the operator’s command line, never over the API. 409 IDENTIFIER_TAKEN when another partner has the identifier.',
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
        description: 'Returns a partner of any status. A partner’s own key reads itself only; other ids are 404.',
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
        description: 'Changes the fields that are sent. 409 BAD_STATE for an archived partner.',
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
        description:
          'Final. The partner’s keys are refused within 2 seconds, and what it set up in workspaces ends within a minute. Safe to repeat.',
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
        description:
          'The partner’s keys get 403 FORBIDDEN within 2 seconds, with `details.reason` PARTNER_SUSPENDED. Safe to repeat. 409 BAD_STATE for an archived partner.',
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
        summary: 'Resume a partner',
        description:
          'A suspended partner’s keys work again within 2 seconds. Safe to repeat. 409 BAD_STATE for an archived partner.',
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
        description:
          'Returns all keys of the partner, newest first, including revoked ones. Secrets are never returned.',
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
        summary: 'List a partner’s merchants',
        description: 'Returns the workspaces that the partner is linked with, newest link first.',
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
        summary: 'Create a merchant',
        description:
          'Creates a workspace on the free plan, links it to the partner and invites `ownerEmail`. Safe to repeat: a known `externalRef` returns 200 with `created: false` and changes nothing. 409 BAD_STATE for an archived partner.',
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
        description: 'Links the workspace to the partner. Safe to repeat. 409 BAD_STATE for an archived partner.',
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
        description:
          'Ends the link. Keys, integrations and channels that the partner set up there are revoked, and its webhook endpoints are switched off. Safe to repeat.',
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
        summary: 'Retrieve a partner’s usage',
        description:
          'Counts requests signed with the partner’s keys by UTC day and workspace, newest day first. A few seconds late.',
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
        description: 'Returns all workspaces, newest first. For the operator’s key only.',
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
        description:
          'Returns a workspace with its usage and row counts, without personal data, contents or credentials.',
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
