/** /api/v1/contact-lists (docs/contract/contact-lists.md). */
import { deleted } from '@/server/platform/lib/fields';
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import * as members from '@/server/modules/audience/contact-lists/members';
import * as schema from '@/server/modules/audience/contact-lists/schema';
import * as contactLists from '@/server/modules/audience/contact-lists/service';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Contact lists'];

export const contactListsRouter = router({
  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/contact-lists',
        tags,
        summary: 'List contact lists',
        description: 'Returns all lists, newest first.',
      },
    })
    .output(schema.listOutput)
    .query(({ ctx }) => contactLists.list(ctx.db)),

  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/contact-lists',
        tags,
        status: 201,
        summary: 'Create a contact list',
        description:
          'Creates an empty list; add contacts with `POST /contact-lists/{id}/members`. 409 NAME_TAKEN when another list has the name.',
        errors: ['NAME_TAKEN'],
      },
    })
    .input(schema.createInput)
    .output(schema.contactList)
    .mutation(({ ctx, input }) => contactLists.createList(ctx.db, input)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/contact-lists/{id}',
        tags,
        summary: 'Retrieve a contact list',
        description:
          'Returns the list with the 100 members added last. `GET /contacts?listId={id}` returns all members.',
      },
    })
    .input(schema.byId)
    .output(schema.withMembers)
    .query(({ ctx, input }) => contactLists.get(ctx.db, input.id)),

  update: merchantProcedure
    .meta({ internal: 'Renaming in the dashboard; the contract has no route for it.' })
    .input(ofVersion(schema.updateInput))
    .output(schema.contactList)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'ContactList', id: input.id, ifUpdatedAt }, (db) => contactLists.update(db, input)),
    ),

  delete: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/contact-lists/{id}',
        tags,
        summary: 'Delete a contact list',
        description:
          'Deletes the list; its members stay contacts. 409 IN_USE while a scheduled broadcast uses the list.',
        errors: ['IN_USE'],
      },
    })
    .input(schema.byId)
    .output(deleted)
    .mutation(({ ctx, input }) => contactLists.remove(ctx.db, input.id)),

  addMembers: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/contact-lists/{id}/members',
        repeatable: true,
        tags,
        summary: 'Add contacts to a list',
        description:
          'Adds up to 500 contacts. Ignores ids that are not contacts of the workspace; 400 NO_VALID_CONTACTS when none is. Safe to repeat.',
        errors: ['NO_VALID_CONTACTS'],
      },
    })
    .input(schema.addMembersInput)
    .output(schema.addMembersOutput)
    .mutation(({ ctx, input }) => members.add(ctx.db, input.id, input.contactIds)),

  removeMember: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/contact-lists/{id}/members/{contactId}',
        tags,
        summary: 'Remove a contact from a list',
        description: 'Removes the member from the list; the contact stays. Safe to repeat.',
      },
    })
    .input(schema.removeMemberInput)
    .output(schema.removeMemberOutput)
    .mutation(({ ctx, input }) => members.remove(ctx.db, input.id, input.contactId)),
});
