/**
 * /api/v1/channels (docs/contract/channels.md). OAuth and the providers' callbacks are no JSON procedures:
 * routes.ts.
 */
import { addressOf, addressSeenBy } from '@/server/modules/messaging/channels/callback-address';
import { assetsOf, chooseAsset, refreshAssets } from '@/server/modules/messaging/channels/assets';
import { checkDns } from '@/server/modules/messaging/channels/check-dns';
import { checkDnsOutput } from '@/server/modules/messaging/channels/checks-schema';
import { dnsRecords } from '@/server/modules/messaging/channels/dns-records';
import { faults } from '@/server/modules/messaging/channels/refused-channels';
import * as schema from '@/server/modules/messaging/channels/schema';
import * as channels from '@/server/modules/messaging/channels/service';
import { setupOf } from '@/server/modules/messaging/channels/setup';
import { sendTest, testMessage } from '@/server/modules/messaging/channels/test-send';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Channels'];

export const channelsRouter = router({
  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/channels',
        tags,
        summary: 'List channels',
        description: 'Returns all channels, newest first, revoked ones too.',
      },
    })
    .output(schema.listOutput)
    .query(({ ctx }) => channels.list(ctx.db)),

  connect: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/channels',
        tags,
        status: 201,
        summary: 'Connect a channel',
        description:
          'Connects a provider with its keys, which are tried first where the provider allows it. Most social providers are connected by OAuth instead: 400 `USE_OAUTH`.',
        errors: ['USE_OAUTH'],
      },
    })
    .input(schema.connectInput)
    .output(schema.connectOutput)
    .mutation(({ ctx, input }) => channels.connect(ctx.db, ctx.services, input)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/channels/{id}',
        tags,
        summary: 'Retrieve a channel',
        description: 'Returns one channel with its status. Credentials are never returned.',
      },
    })
    .input(schema.byId)
    .output(schema.channel)
    .query(({ ctx, input }) => channels.get(ctx.db, input.id)),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/channels/{id}',
        tags,
        summary: 'Update a channel',
        description:
          'Changes `displayName` and `config`; a new `config` replaces the old one whole. To change keys, connect a new channel and revoke this one.',
      },
    })
    .input(schema.updateInput)
    .output(schema.updateOutput)
    .mutation(({ ctx, input }) => channels.update(ctx.db, input)),

  revoke: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/channels/{id}',
        tags,
        summary: 'Revoke a channel',
        description: 'Stops sending and receiving over the channel for good. It stays in the list. Safe to repeat.',
      },
    })
    .input(schema.byId)
    .output(schema.revokeOutput)
    .mutation(({ ctx, input }) => channels.revoke(ctx.db, input.id)),

  test: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/channels/{id}/test',
        tags,
        summary: 'Send a test message over a channel',
        description: 'Queues one real message. Wrong keys or a wrong recipient show later, as a failed message.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.testInput)
    .output(schema.testOutput)
    .mutation(({ ctx, input }) => sendTest(ctx.db, input)),

  dnsRecords: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/channels/{id}/dns-records',
        tags,
        summary: 'List the DNS records of an e-mail channel',
        description:
          'Returns the records to add for the domain of `config.fromEmail`. They are guidance: nothing is looked up. 409 unless it is an e-mail channel with a From address.',
        errors: ['NOT_EMAIL', 'NO_FROM_EMAIL'],
      },
    })
    .input(schema.byId)
    .output(schema.dnsRecordsOutput)
    .query(({ ctx, input }) => dnsRecords(ctx.db, input.id)),

  checkDns: merchantProcedure
    .meta({
      need: 'read',
      openapi: {
        method: 'POST',
        path: '/channels/{id}/check-dns',
        tags,
        summary: 'Check the domain of an e-mail channel',
        description:
          'Looks up SPF, DKIM, DMARC and MX of the domain of `config.fromEmail` now. Returns pass, warn or fail for each, with advice. A lookup without an answer within 3 seconds is a warning.',
        repeatable: true,
        errors: ['NOT_EMAIL', 'NO_FROM_EMAIL'],
      },
    })
    .input(schema.byId)
    .output(checkDnsOutput)
    .mutation(({ ctx, input }) => checkDns(ctx.db, ctx.services.senders, input.id)),

  faults: merchantProcedure
    .meta({ internal: 'Channels that their provider refuses; the public view has no such field.' })
    .output(schema.faultsOutput)
    .query(({ ctx }) => faults(ctx.db)),

  setup: merchantProcedure
    .meta({ internal: "The operator's settings for the gallery of providers." })
    .output(schema.setupOutput)
    .query(({ ctx }) => setupOf(ctx.services.settings)),

  callbackAddress: merchantProcedure
    .meta({ internal: "For the merchant to copy into the provider's own pages." })
    .input(schema.byId)
    .output(schema.callbackAddressOutput)
    .query(async ({ ctx, input }) =>
      addressSeenBy(ctx.principal, await addressOf(ctx.db, ctx.services.settings, input.id)),
    ),

  testMessage: merchantProcedure
    .meta({ internal: 'The state of a test message, for the channel page.' })
    .input(schema.testMessageInput)
    .output(schema.testMessageOutput)
    .query(({ ctx, input }) => testMessage(ctx.db, input.messageId)),

  assets: merchantProcedure
    .meta({ internal: 'The choice after OAuth is made by a person.' })
    .input(schema.byId)
    .output(schema.assetsOutput)
    .query(({ ctx, input }) => assetsOf(ctx.db, input.id)),

  refreshAssets: merchantProcedure
    .meta({ internal: 'The choice after OAuth is made by a person.' })
    .input(schema.byId)
    .output(schema.assetsOutput)
    .mutation(({ ctx, input }) => refreshAssets(ctx.db, input.id)),

  chooseAsset: merchantProcedure
    .meta({ internal: 'The choice after OAuth is made by a person; clients set config.assetId with PATCH.' })
    .input(schema.chooseAssetInput)
    .output(schema.channel)
    .mutation(({ ctx, input }) => chooseAsset(ctx.db, input)),
});
