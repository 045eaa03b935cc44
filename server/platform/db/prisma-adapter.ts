/**
 * Prisma's adapter over our pool, with transactions that really end. When time is over, Prisma rolls an interactive
 * transaction back behind the statement that still waits, and returns the connection to the pool. The rest of a nested
 * write would then run on that connection, outside the transaction or inside another one.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError, type SqlQuery, type Transaction } from '@prisma/driver-adapter-utils';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

export class EndingPrismaPg extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (...given) => refusingAfterEnd(await start(...given));
    return adapter;
  }
}

const END = /^(?:COMMIT|ROLLBACK)$/;

/** @returns the transaction, which refuses each statement after commit or rollback */
function refusingAfterEnd<Started extends Transaction>(transaction: Started): Started {
  let hasEnded = false;
  const checked =
    <Result>(run: (query: SqlQuery) => Promise<Result>) =>
    async (query: SqlQuery): Promise<Result> => {
      if (hasEnded)
        throw new DriverAdapterError({ kind: 'TransactionAlreadyClosed', cause: 'The transaction has ended.' });
      hasEnded = END.test(query.sql);
      return await run(query);
    };
  transaction.queryRaw = checked(transaction.queryRaw.bind(transaction));
  transaction.executeRaw = checked(transaction.executeRaw.bind(transaction));
  return transaction;
}
