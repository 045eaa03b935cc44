/**
 * What affiliates earned, in any order of orders, refunds, decisions, suspensions and statements, against a model of the
 * contract that shares no code with it (docs/contract/programs.md#commissions).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { ripen } from '@/server/modules/creators/programs/sweep';
import { makeAffiliate, makeProgram } from '@/server/testing/creators';
import { unique } from '@/server/testing/factories/unique';
import { expectData } from '@/server/testing/http';
import { programCalls } from '@/server/testing/programs';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

interface Line {
  session: string;
  refunded: number;
  amount: number;
  status: string;
  statement: number | null;
}
interface Sale extends Line {
  whose: number;
  order: number;
  before: string | null;
  clawbacks: Line[];
}
interface Bill {
  status: string;
  total: number;
}

/** A tenth of what is left of an order, rounded down. */
const tenth = (left: number): number => (left > 0 ? (left - (left % 10)) / 10 : 0);

/** The contract's tables, on a sheet of paper. Nobody waits: commissions are due at once. */
class Model {
  readonly sales = new Map<string, Sale>();
  readonly bills: Bill[] = [];
  readonly suspended = new Set<number>();
  readonly ended = new Set<number>();
  constructor(private readonly least: number) {}

  convert(whose: number, session: string, order: number, isFlagged: boolean): void {
    if (this.sales.has(session) || this.suspended.has(whose) || this.ended.has(whose) || tenth(order) === 0) return;
    const status = isFlagged ? 'held' : 'pending';
    this.sales.set(session, {
      ...{ session, whose, order, refunded: 0, amount: tenth(order), status },
      ...{ before: null, statement: null, clawbacks: [] },
    });
  }

  refund(session: string, reported: number): void {
    const sale = this.sales.get(session);
    if (sale === undefined || ['voided', 'declined'].includes(sale.status)) return;
    const standing = sale.amount + sale.clawbacks.reduce((sum, { amount }) => sum + amount, 0);
    const known = Math.max(sale.refunded, ...sale.clawbacks.map(({ refunded }) => refunded));
    const all = Math.min(reported, sale.order);
    if (standing === 0 || all <= known) return;
    const next = tenth(sale.order - all);
    if (sale.statement === null && sale.status !== 'paid' && sale.clawbacks.length === 0) {
      Object.assign(sale, { refunded: all, amount: next, ...(next === 0 && { status: 'voided', before: null }) });
    } else if (next !== standing) {
      sale.clawbacks.push({ session, refunded: all, amount: next - standing, status: 'approved', statement: null });
    }
  }

  approve(session: string): void {
    const sale = this.sales.get(session);
    if (sale?.status === 'pending' || (sale?.status === 'held' && sale.before === null)) sale.status = 'approved';
  }

  decline(session: string): void {
    const sale = this.sales.get(session);
    if (sale?.status === 'held') Object.assign(sale, { status: 'declined', before: null });
  }

  ripen(): void {
    for (const sale of this.sales.values()) if (sale.status === 'pending') sale.status = 'approved';
  }

  suspend(whose: number): void {
    this.suspended.add(whose);
    for (const sale of this.sales.values()) this.hold(sale, whose);
  }

  private hold(sale: Sale, whose: number): void {
    const isOpen = ['pending', 'held', 'approved'].includes(sale.status) && sale.statement === null;
    if (sale.whose === whose && isOpen && sale.before === null)
      Object.assign(sale, { before: sale.status, status: 'held' });
  }

  reinstate(whose: number): void {
    this.suspended.delete(whose);
    for (const sale of this.sales.values())
      if (sale.whose === whose && sale.before !== null) Object.assign(sale, { status: sale.before, before: null });
  }

  /** What was approved is payable; the rest waits for a person. */
  end(whose: number): void {
    this.ended.add(whose);
    this.suspended.delete(whose);
    for (const sale of this.sales.values())
      if (sale.whose === whose && sale.before !== null)
        Object.assign(sale, { before: null, ...(sale.before === 'approved' && { status: 'approved' }) });
  }

  private linesOf = (whose: number): Line[] =>
    [...this.sales.values()].filter((sale) => sale.whose === whose).flatMap((sale) => [sale, ...sale.clawbacks]);

  issue(order: readonly number[]): void {
    for (const whose of order) {
      const lines = this.linesOf(whose).filter(({ status, statement }) => status === 'approved' && statement === null);
      const total = lines.reduce((sum, { amount }) => sum + amount, 0);
      // Nothing more comes of who has ended.
      if (total <= 0 || (total < this.least && !this.ended.has(whose))) continue;
      this.bills.push({ status: 'open', total });
      for (const line of lines) line.statement = this.bills.length;
    }
  }

  private linesOn = (number: number): Line[] =>
    [0, 1].flatMap((whose) => this.linesOf(whose)).filter(({ statement }) => statement === number);

  pay(number: number): void {
    if (this.bills[number - 1]?.status !== 'open') return;
    this.bills[number - 1]!.status = 'paid';
    for (const line of this.linesOn(number)) line.status = 'paid';
  }

  cancel(number: number): void {
    if (this.bills[number - 1]?.status !== 'open') return;
    this.bills[number - 1]!.status = 'canceled';
    for (const line of this.linesOn(number)) line.statement = null;
    for (const sale of this.sales.values()) for (const whose of this.suspended) this.hold(sale, whose);
  }

  seen() {
    const line = ({ session, refunded, amount, status, statement }: Line): string =>
      [session, refunded, amount, status, statement ?? 'none'].join(' ');
    return {
      lines: [...this.sales.values()].flatMap((sale) => [line(sale), ...sale.clawbacks.map(line)]).sort(),
      bills: this.bills.map(({ status, total }, place) => `${place + 1} ${status} ${total}`),
    };
  }
}

const SESSIONS = ['s1', 's2', 's3', 's4', 's5'];
const session = fc.constantFrom(...SESSIONS);
const whose = fc.constantFrom(0, 1);
const bill = fc.integer({ min: 1, max: 4 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('convert' as const), whose, session, fc.nat(2_000), fc.boolean()) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('refund' as const), session, fc.nat(2_500)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('cancelOrder' as const), session) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('end' as const), whose) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('approve' as const, 'decline' as const), session) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('suspend' as const, 'reinstate' as const), whose) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('issue' as const, 'ripen' as const)) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('pay' as const, 'cancel' as const), bill) },
);

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

describe('the ledger', () => {
  it('comes to what the model says, and never edits what was paid', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.constantFrom(0, 60),
        async (steps, minPayout) => {
          const tenant = await server.makeTenant();
          const run = await Run.begin(tenant, minPayout);
          for (const each of steps) await run.take(each);
          await run.take(['ripen']);
          await run.take(['issue']);
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** The model and the service, side by side. */
class Run {
  private readonly model: Model;
  private paid = new Map<string, string>();
  private constructor(
    private readonly tenant: Tenant,
    private readonly people: readonly { id: string; linkCode: string; email: string }[],
    minPayout: number,
  ) {
    this.model = new Model(minPayout);
  }

  static async begin(tenant: Tenant, minPayout: number): Promise<Run> {
    const { database } = server.services;
    const programId = await makeProgram(database, tenant.accountId);
    const terms = { holdDays: 0, minPayout };
    const people = [
      await makeAffiliate(database, tenant.accountId, { programId, terms }),
      await makeAffiliate(database, tenant.accountId, { programId, terms }),
    ];
    return new Run(tenant, people, minPayout);
  }

  private get calls() {
    return programCalls(server, () => this.tenant.key);
  }

  private get prisma() {
    return server.services.database.prisma;
  }

  private async idOf(checkoutSessionId: string): Promise<string> {
    const row = await this.prisma.commission.findFirst({
      where: { accountId: this.tenant.accountId, checkoutSessionId, kind: 'sale' },
    });
    return row?.id ?? 'cunknown';
  }

  private async statementOf(number: number): Promise<string> {
    const row = await this.prisma.statement.findFirst({ where: { accountId: this.tenant.accountId, number } });
    return row?.id ?? 'cunknown';
  }

  async take(taken: Step): Promise<void> {
    const { calls, model, people } = this;
    switch (taken[0]) {
      case 'convert': {
        const [, who, checkoutSessionId, amount, isFlagged] = taken;
        const { linkCode: code, email } = people[who]!;
        const customerEmail = isFlagged ? email.replace('@', '+x@') : `${unique('far-from-it-')}@example.test`;
        await calls.convert({ checkoutSessionId, code, amount, customerEmail });
        model.convert(who, checkoutSessionId, amount, isFlagged);
        break;
      }
      case 'refund':
        await calls.void(taken[1], taken[2]);
        model.refund(taken[1], taken[2]);
        break;
      case 'cancelOrder': {
        const [, checkoutSessionId] = taken;
        const reported = { externalRef: checkoutSessionId, checkoutSessionId, amount: 1, currency: 'IDR' };
        const rows = [{ ...reported, status: 'canceled', placedAt: now().toISOString() }];
        expectData(await calls.call('PUT', '/integrations/orders', { externalSource: 'toko', rows }));
        model.refund(checkoutSessionId, Number.MAX_SAFE_INTEGER);
        break;
      }
      case 'approve':
        await calls.approve([await this.idOf(taken[1])]);
        model.approve(taken[1]);
        break;
      case 'decline':
        await calls.decline([await this.idOf(taken[1])]);
        model.decline(taken[1]);
        break;
      case 'suspend':
      case 'reinstate': {
        const [verb, who] = taken;
        if (model.ended.has(who)) break;
        expectData(await calls.call('POST', `/collaborations/${people[who]!.id}/${verb}`, { reason: 'Asked.' }));
        model[verb](who);
        break;
      }
      case 'end': {
        const [, who] = taken;
        expectData(await calls.call('POST', `/collaborations/${people[who]!.id}/end`));
        model.end(who);
        break;
      }
      case 'ripen':
        await ripen(server.services.database, new Date(now().getTime() + 1_000));
        model.ripen();
        break;
      case 'issue':
        await calls.issue();
        model.issue(people[0]!.id < people[1]!.id ? [0, 1] : [1, 0]);
        break;
      case 'pay':
        await calls.pay(await this.statementOf(taken[1]));
        model.pay(taken[1]);
        break;
      case 'cancel':
        await calls.cancel(await this.statementOf(taken[1]));
        model.cancel(taken[1]);
    }
    await this.compare(taken.join(' '));
  }

  private async compare(after: string): Promise<void> {
    const { accountId } = this.tenant;
    const statements = await this.prisma.statement.findMany({
      where: { accountId },
      include: { lines: true },
      orderBy: { number: 'asc' },
    });
    const numbers = new Map(statements.map(({ id, number }) => [id, number]));
    const rows = await this.prisma.commission.findMany({ where: { accountId } });
    const lines = rows.map(({ checkoutSessionId, refundedAmount, amount, status, statementId }) =>
      [checkoutSessionId, refundedAmount, amount, status, numbers.get(statementId ?? '') ?? 'none'].join(' '),
    );
    const bills = statements.map(({ number, status, total }) => `${number} ${status} ${total}`);
    expect({ lines: lines.sort(), bills }, after).toEqual(this.model.seen());
    for (const { total, lines: listed } of statements)
      expect(listed.reduce((sum, { amount }) => sum + amount, 0n)).toBe(total);
    const live = statements.filter(({ status }) => status !== 'canceled').flatMap((each) => each.lines);
    expect(new Set(live.map(({ commissionId }) => commissionId)).size).toBe(live.length);
    for (const row of rows) {
      const text = JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
      expect(this.paid.get(row.id) ?? text, 'what was paid').toBe(text);
      if (row.status === 'paid') this.paid.set(row.id, text);
    }
  }
}
