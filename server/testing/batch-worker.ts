/** A worker for the kill test: it mints one batch and says when a chunk is in. Bundled and forked by server/modules/offers/discount-codes/batches-kill.test.ts. */
import { openDatabase } from '@/server/platform/db/client';
import { systemDb } from '@/server/platform/db/workspace';
import { loadSettings } from '@/server/platform/env';
import { mintBatch } from '@/server/modules/offers/discount-codes/mint-batch';

const settings = loadSettings(process.env);
const database = openDatabase(settings.databaseUrl, { poolSize: 2 });

process.once('message', ({ accountId, batchId }: { accountId: string; batchId: string }) => {
  void mintBatch(() => {
    process.send?.('chunk');
    return systemDb(database, accountId);
  }, batchId).then(() => process.exit());
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
