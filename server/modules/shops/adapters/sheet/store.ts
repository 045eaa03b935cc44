/** A CSV file or a Google Sheet, read by its address (docs/contract/integrations.md#sheets). It has no credentials. */
import { SNIFF_BYTES } from '@/components/csv/format';
import { fetchFile } from '@/server/modules/shops/adapters/sheet/fetch-file';
import { missingFields } from '@/server/modules/shops/adapters/sheet/fields';
import { readHead } from '@/server/modules/shops/adapters/sheet/head';
import { SheetReader } from '@/server/modules/shops/adapters/sheet/reader';
import { ShopAnswerError, type Store } from '@/server/modules/shops/adapters/store';

export const sheetStore: Store = {
  webhookHeaders: [],
  async check(shop) {
    const { kind, mapping = {} } = shop.config;
    if (kind === undefined) throw new ShopAnswerError('The kind of the rows is not set. Choose it in the settings.');
    const [missing] = missingFields(kind, mapping);
    if (missing !== undefined)
      throw new ShopAnswerError(`No column is mapped to ${missing.join(' or ')}. Choose one in the settings.`);
    const fetched = await fetchFile(shop, { beginning: SNIFF_BYTES });
    if (fetched === null) throw new ShopAnswerError('The address answers that nothing has changed.');
    try {
      await readHead(fetched.file, mapping);
    } finally {
      await fetched.file.close();
    }
    return { name: fetched.name, scopesGranted: [], lacking: [], ordersSince: null, expiresAt: null };
  },
  readsWhole: true,
  open: (shop, reading) => new SheetReader(shop, reading),
};
