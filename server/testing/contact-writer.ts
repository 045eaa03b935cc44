/** A process that changes its mind about contacts as fast as it can, until it is killed: for tests of the ledger of consent. */
import { openDatabase } from '@/server/platform/db/client';
import { systemDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';
import { update } from '@/server/modules/audience/contacts/service';
import { suppress, unsuppress } from '@/server/modules/audience/contacts/suppress';

interface Order {
  accountId: string;
  contacts: { id: string; email: string }[];
}

const database = openDatabase(process.env.DATABASE_URL ?? '', { name: 'test' });

async function work({ accountId, contacts }: Order): Promise<never> {
  for (let turn = 0; ; turn++) {
    const { id, email } = contacts[turn % contacts.length] ?? { id: '', email: '' };
    const db = systemDb(database, accountId, now());
    const place = { family: 'email', address: email } as const;
    if (turn % 5 === 3) await suppress(db, { ...place, reason: 'recipient' }, { by: 'recipient' });
    else if (turn % 5 === 4) await unsuppress(db, place, { by: 'recipient' });
    else
      await update(db, {
        id,
        subscriptions: { email: turn % 2 === 0 ? 'subscribed' : 'pending', sms: turn % 3 === 0 ? null : 'subscribed' },
      });
  }
}

process.on('message', (order: Order) => void work(order));
process.send?.('ready');
