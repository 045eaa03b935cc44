/** /api/v1/contacts (docs/contract/contacts.md). */
import { consents } from '@/server/modules/audience/contacts/consents';
import { erase } from '@/server/modules/audience/contacts/erase';
import { exportContact } from '@/server/modules/audience/contacts/export';
import { figures } from '@/server/modules/audience/contacts/figures';
import { importRows } from '@/server/modules/audience/contacts/import';
import { importsRouter } from '@/server/modules/audience/contacts/import-router';
import { count, list, sources } from '@/server/modules/audience/contacts/list';
import { duplicates } from '@/server/modules/audience/contacts/duplicates';
import { merge, merges, unmerge } from '@/server/modules/audience/contacts/merge';
import * as merging from '@/server/modules/audience/contacts/merge-schema';
import { privacy } from '@/server/modules/audience/contacts/privacy';
import { privacyOutput } from '@/server/modules/audience/contacts/privacy-schema';
import * as exportSchema from '@/server/modules/audience/contacts/export-schema';
import * as schema from '@/server/modules/audience/contacts/schema';
import * as timelineSchema from '@/server/modules/audience/contacts/timeline-schema';
import * as contacts from '@/server/modules/audience/contacts/service';
import { contactState, timeline } from '@/server/modules/audience/contacts/timeline';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Contacts'];

export const contactsRouter = router({
  list: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/contacts',
        tags,
        summary: 'List contacts',
        description: 'Returns contacts that match all filters, newest first unless `sort` says otherwise.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(({ ctx, input }) => list(ctx.db, input)),

  upsert: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/contacts',
        repeatable: true,
        tags,
        status: 201,
        summary: 'Create or update a contact',
        description:
          'Finds the contact by e-mail and phone together and updates the fields that are sent, or creates it. Both return 201. Safe to repeat. 403 PLAN_LIMIT when the plan allows no more new contacts this month.',
        errors: ['PLAN_LIMIT'],
      },
    })
    .input(schema.upsertInput)
    .output(schema.contact)
    .mutation(({ ctx, input }) => contacts.upsert(ctx.db, input)),

  import: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/contacts/import',
        tags,
        summary: 'Import contacts',
        description:
          'Imports up to 5,000 rows, each as in `POST /contacts`. One malformed value refuses the whole body. Rows without an address or beyond the plan’s limit are listed in `errors`, and the others are imported.',
      },
    })
    .input(schema.importInput)
    .output(schema.importOutput)
    .mutation(({ ctx, input }) => importRows(ctx.db, input)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/contacts/{id}',
        tags,
        summary: 'Retrieve a contact',
        description: 'Returns one contact with its subscriptions and attributes.',
      },
    })
    .input(schema.byId)
    .output(schema.contact)
    .query(({ ctx, input }) => contacts.get(ctx.db, input.id)),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/contacts/{id}',
        tags,
        summary: 'Update a contact',
        description:
          'Changes the fields that are sent and returns the id, which stays when the e-mail or phone changes. 409 IDENTITY_TAKEN when another contact has both.',
        errors: ['IDENTITY_TAKEN'],
      },
    })
    .input(schema.updateInput)
    .output(schema.updateOutput)
    .mutation(({ ctx, input }) => contacts.update(ctx.db, input)),

  unsubscribe: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/contacts/{id}',
        tags,
        summary: 'Unsubscribe a contact',
        description:
          'Unsubscribes every contact with the same address from e-mail, SMS and WhatsApp. The contact stays. Safe to repeat.',
      },
    })
    .input(schema.byId)
    .output(schema.unsubscribeOutput)
    .mutation(({ ctx, input }) => contacts.unsubscribe(ctx.db, input.id)),

  erase: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/contacts/{id}/erase',
        tags,
        summary: 'Erase a contact',
        description:
          'Removes the contact and everything that identifies the person, for good. Figures stay, without a name. Opt-outs stay, so that nobody writes to the address again. An address that another contact shares stays with that contact.',
      },
    })
    .input(schema.byId)
    .output(schema.eraseOutput)
    .mutation(({ ctx, input }) => erase(ctx.db, input.id)),

  export: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/contacts/{id}/export',
        tags,
        summary: 'Export a contact’s data',
        description:
          'Returns all data about one person, such as lists, consents, messages, orders, referrals and used codes. The newest 1,000 of each; `truncated` names the kinds that were cut. Recorded in the audit log.',
      },
    })
    .input(schema.byId)
    .output(exportSchema.exportOutput)
    .query(({ ctx, input }) => exportContact(ctx.db, ctx.services.settings, input.id)),

  consents: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/contacts/{id}/consents',
        tags,
        summary: "List a contact's consents",
        description: 'Returns every change of a subscription, newest first, with its time and source.',
      },
    })
    .input(schema.consentsInput)
    .output(schema.consentsOutput)
    .query(({ ctx, input }) => consents(ctx.db, input)),

  count: merchantProcedure
    .meta({ mayLag: true, internal: "How many the dashboard's filter lets through; the contract's list has no total." })
    .input(schema.countInput)
    .output(schema.countOutput)
    .query(({ ctx, input }) => count(ctx.db, input)),

  sources: merchantProcedure
    .meta({ internal: "The choices of the dashboard's filter." })
    .output(schema.sourcesOutput)
    .query(({ ctx }) => sources(ctx.db)),

  figures: merchantProcedure
    .meta({ mayLag: true, internal: 'The numbers above the list of contacts.' })
    .output(schema.figuresOutput)
    .query(({ ctx }) => figures(ctx.db)),

  standing: merchantProcedure
    .meta({ internal: "Lists and opt-outs on the contact's page." })
    .input(schema.byId)
    .output(schema.standingOutput)
    .query(({ ctx, input }) => contactState(ctx.db, input.id)),

  timeline: merchantProcedure
    .meta({
      mayLag: true,
      internal: 'What happened with a contact, on its page; listing messages is no part of the contract.',
    })
    .input(timelineSchema.timelineInput)
    .output(timelineSchema.timelineOutput)
    .query(({ ctx, input }) => timeline(ctx.db, input)),

  privacy: merchantProcedure
    .meta({ internal: 'The page Privacy; clients have the audit log, the ledger of each contact and the contract.' })
    .output(privacyOutput)
    .query(({ ctx }) => privacy(ctx.db)),

  duplicates: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/contacts/duplicates',
        tags,
        summary: 'List duplicate contacts',
        description:
          'Returns groups of contacts that share a phone, then an e-mail (all spellings of a Gmail address count as one), then an `externalRef`. A contact may be in several groups.',
      },
    })
    .input(merging.duplicatesInput)
    .output(merging.duplicatesOutput)
    .query(({ ctx, input }) => duplicates(ctx.db, input)),

  merge: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/contacts/merge',
        tags,
        summary: 'Merge contacts',
        description:
          'Merges up to 20 contacts into one. It receives their history, keeps its own fields, takes those it lacks, and gets the stricter subscription of each channel. Can be undone for 30 days. 409 IDENTITY_TAKEN when a third contact has the resulting e-mail and phone.',
        errors: ['IDENTITY_TAKEN'],
      },
    })
    .input(merging.mergeInput)
    .output(merging.mergeOutput)
    .mutation(({ ctx, input }) => merge(ctx.db, input)),

  unmerge: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/contacts/merges/{id}/undo',
        repeatable: true,
        tags,
        summary: 'Undo a merge',
        description:
          'Restores the merged contacts, up to 30 days after the merge (then 409 BAD_STATE). Later changes stay. Safe to repeat. 409 IDENTITY_TAKEN when a new contact has one of the identities.',
        errors: ['BAD_STATE', 'IDENTITY_TAKEN'],
      },
    })
    .input(merging.byMerge)
    .output(merging.unmergeOutput)
    .mutation(({ ctx, input }) => unmerge(ctx.db, input.id)),

  merges: merchantProcedure
    .meta({ internal: 'What the page of duplicates offers to undo; clients keep the id that a merge answered with.' })
    .output(merging.mergesOutput)
    .query(({ ctx }) => merges(ctx.db)),

  imports: importsRouter,
});
