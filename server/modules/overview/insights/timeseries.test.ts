/** GET /insights/timeseries: days and weeks of the workspace's zone, zeros in between, and sums that are the overview's. */
import { describe, expect, it } from 'vitest';
import { METRICS } from '@/server/modules/overview/insights/schema';
import { makeAttribution, makeDiscountCode, makeReferralLink, makeReminder } from '@/server/testing/factories/offers';
import { makeBlogPost } from '@/server/testing/factories/content';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeCheckout, makeOrder } from '@/server/testing/factories/shops';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError } from '@/server/testing/http';
import { makeAffiliate, makeCommission } from '@/server/testing/creators';
import { BY_HAND, makeEnrolment, makeLiveFunnel } from '@/server/testing/funnels';
import { makeConversation, makeSaid } from '@/server/testing/inbox';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const DAY = 86_400_000;
const ago = (days: number): Date => new Date(Date.now() - days * DAY);
const get = async (us: Tenant, path: string) =>
  expectData(await server.call(us.key, 'GET', `/api/v1/insights/${path}`));
const setZone = (us: Tenant, timeZone: string) =>
  server.services.database.prisma.account.update({ where: { id: us.accountId }, data: { timeZone } });

interface Point {
  date: string;
  start: string;
  value: number;
}
const dayIn = (timeZone: string, at: string | Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at));
const clockIn = (timeZone: string, at: string | Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(at),
  );
/** The calendar day so many days later. */
const later = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
const sum = (points: Point[]): number => points.reduce((all, { value }) => all + value, 0);

/** Everything at each of these times. */
async function fill(us: Tenant, times: readonly Date[]): Promise<void> {
  const { services } = server;
  const { database } = services;
  const { accountId } = us;
  const channel = await makeChannel(services, accountId);
  const code = await makeDiscountCode(database, accountId);
  const link = await makeReferralLink(database, accountId);
  const funnelId = await makeLiveFunnel(services, accountId, BY_HAND);
  const affiliate = await makeAffiliate(database, accountId);
  const conversation = await makeConversation(server, accountId);
  // What it began with belongs to no bucket.
  await database.prisma.inboxMessage.deleteMany({ where: { accountId } });
  for (const [n, at] of times.entries()) {
    await makeContact(database, accountId, { createdAt: at });
    await database.prisma.suppression.create({
      data: { accountId, family: 'email', address: `${unique('x')}@example.com`, reason: 'bounce', createdAt: at },
    });
    const { id } = await makeBroadcast(database, accountId, { status: 'sending', startedAt: at });
    for (const status of ['opened', 'clicked', 'bounced', 'failed', 'delivered'])
      await makeMessage(database, accountId, { campaignId: id, channelIntegrationId: channel.id, status });
    await database.prisma.discountRedemption.create({
      data: {
        accountId,
        discountCodeId: code.id,
        checkoutSessionId: unique('s'),
        appliedAmount: 100n,
        appliedShipping: 0n,
        currency: n % 2 === 0 ? 'IDR' : 'USD',
        redeemedAt: at,
      },
    });
    await database.prisma.programClick.create({
      data: { accountId, collaborationId: affiliate.id, programId: affiliate.programId, clickedAt: at },
    });
    await makeCommission(database, accountId, affiliate, { createdAt: at });
    await database.prisma.referralClick.create({ data: { accountId, linkId: link.id, clickedAt: at } });
    await makeAttribution(database, accountId, {
      link,
      createdAt: at,
      status: 'rewarded',
      rewardedAt: at,
      amount: 30n,
      currency: 'IDR',
    });
    await makeReminder(database, accountId, { sentAt: at, recoveredAt: n % 2 === 0 ? at : null });
    await makeOrder(database, accountId, { placedAt: at, paidAt: at, refunded: 10n });
    await makeCheckout(database, accountId, {
      status: 'completed',
      abandonedAt: at,
      completedAt: n % 2 === 0 ? at : null,
    });
    await makeBlogPost(database, accountId, { status: 'published', publishedAt: at });
    const { id: contactId } = await makeContact(database, accountId, { createdAt: ago(100) });
    const { id: enrolmentId } = await makeEnrolment(database, accountId, {
      ...{ funnelId, contactId, status: 'completed', enteredAt: at, endedAt: at },
      ...{ goalAt: at, goalValue: 70n, goalCurrency: n % 2 === 0 ? 'IDR' : null },
    });
    await makeSaid(server, { id: conversation.id, accountId, channelId: conversation.channel.id }, at);
    await makeMessage(database, accountId, {
      ...{ channelIntegrationId: channel.id, funnelId, enrolmentId, status: 'sent', sentAt: at },
    });
  }
}

const TOTALS = new Set<string>(['contacts.total', 'carts.recoveryRate', 'inbox.medianFirstReplyMinutes']);

describe('timeseries', () => {
  it('add up to the overview’s figure, for every metric, by day and by week, though the window cuts the first bucket', async () => {
    const us = await server.makeTenant();
    await fill(us, [0, 0.4, 1, 5, 6.3, 12, 13.99, 14.01, 20].map(ago));
    const overview = await get(us, 'overview?windowDays=14');
    for (const metric of METRICS) {
      const [group = '', figure = ''] = metric.split('.');
      const money = figure.endsWith('ByCurrency');
      for (const interval of ['day', 'week']) {
        const series = await get(
          us,
          `timeseries?metric=${metric}&interval=${interval}&windowDays=14${money ? '&currency=idr' : ''}`,
        );
        expect(series).toMatchObject({
          metric,
          interval,
          windowDays: 14,
          currency: money ? 'IDR' : null,
          timeZone: 'Asia/Jakarta',
        });
        const whole = money ? overview[group][figure].IDR : overview[group][figure];
        if (!TOTALS.has(metric)) expect(sum(series.points), `${metric} by ${interval}`).toBe(whole);
        else if (metric === 'contacts.total') expect(series.points.at(-1).value).toBe(whole);
        expect(whole, metric).toBeGreaterThan(0);
      }
    }
    const [rates, sent, recovered] = await Promise.all(
      ['recoveryRate', 'remindersSent', 'recovered'].map((figure) =>
        get(us, `timeseries?metric=carts.${figure}&windowDays=14`),
      ),
    );
    expect(rates.points.map(({ value }: Point) => value)).toEqual(
      sent.points.map(({ value }: Point, n: number) => (value === 0 ? 0 : recovered.points[n].value / value)),
    );
    const levels = await get(us, 'timeseries?metric=contacts.total&windowDays=14');
    // Eleven came before the window, seven in it.
    expect(levels.points.map(({ value }: Point) => value).sort((a: number, b: number) => a - b)).toEqual(
      levels.points.map(({ value }: Point) => value),
    );
    expect([levels.points[0].value >= 2, levels.points.at(-1).value]).toEqual([true, 18]);
  });

  it('have every day of the zone once, zeros included, each beginning at its midnight, over a year of clock changes', async () => {
    for (const timeZone of ['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']) {
      const us = await server.makeTenant();
      await setZone(us, timeZone);
      await makeReminder(server.services.database, us.accountId, { sentAt: ago(100) });
      const { points, from, to } = await get(us, 'timeseries?metric=carts.remindersSent&windowDays=365');
      expect([points[0].date, points.at(-1).date]).toEqual([dayIn(timeZone, from), dayIn(timeZone, to)]);
      expect(points.map(({ date }: Point) => date)).toEqual(
        points.map((_point: Point, n: number) => later(points[0].date, n)),
      );
      expect(points.map(({ start }: Point) => `${dayIn(timeZone, start)} ${clockIn(timeZone, start)}`)).toEqual(
        points.map(({ date }: Point) => `${date} 00:00`),
      );
      expect(points.filter(({ value }: Point) => value !== 0)).toMatchObject([
        { date: dayIn(timeZone, ago(100)), value: 1 },
      ]);
    }
  });

  it('put what happens around midnight into the zone’s own day, contacts of the quarter too', async () => {
    const us = await server.makeTenant();
    const timeZone = 'Asia/Kathmandu';
    await setZone(us, timeZone);
    const { points: days } = await get(us, 'timeseries?metric=contacts.new&windowDays=10');
    const midnight = new Date(days[5].start).getTime();
    for (const at of [midnight - 1, midnight, midnight + 1])
      await makeContact(server.services.database, us.accountId, { createdAt: new Date(at) });
    const { points } = await get(us, 'timeseries?metric=contacts.new&windowDays=10');
    expect(points.map(({ value }: Point) => value)).toEqual(
      days.map((_day: Point, n: number) => (n === 4 ? 1 : n === 5 ? 2 : 0)),
    );
  });

  it('begin weeks on Monday', async () => {
    const us = await server.makeTenant();
    await fill(us, [ago(1)]);
    const { points, from } = await get(us, 'timeseries?metric=referrals.clicks&interval=week&windowDays=60');
    expect(sum(points)).toBe(1);
    for (const [n, { date }] of (points as Point[]).entries()) {
      expect(new Date(date).getUTCDay()).toBe(1);
      expect(date).toBe(later(points[0].date, 7 * n));
    }
    expect(Date.parse(points[0].start)).toBeLessThanOrEqual(Date.parse(from));
    expect(Date.parse(points[1].start)).toBeGreaterThan(Date.parse(from));
  });

  it('keep currencies apart, and are empty for one that nobody used', async () => {
    const us = await server.makeTenant();
    await fill(us, [1, 2, 3].map(ago));
    const series = async (currency: string) =>
      sum((await get(us, `timeseries?metric=discounts.appliedByCurrency&currency=${currency}`)).points);
    expect([await series('IDR'), await series('USD'), await series('SGD')]).toEqual([200, 100, 0]);
  });

  it('refuse what is no figure, no interval, or money without a currency; know nothing of the neighbour', async () => {
    const us = await server.makeTenant();
    for (const query of [
      '',
      'metric=',
      'metric=contacts',
      'metric=contacts.none',
      'metric=blog.total',
      'metric=toString',
      'metric=contacts.new&interval=hour',
      'metric=contacts.new&windowDays=1e3',
      'metric=discounts.appliedByCurrency',
      'metric=carts.valueByCurrency&currency=RUPIAH',
    ])
      expectError(await server.call(us.key, 'GET', `/api/v1/insights/timeseries?${query}`), 400, 'VALIDATION');
    await fill(server.theirs, [ago(1)]);
    for (const metric of METRICS)
      expect(sum((await get(us, `timeseries?metric=${metric}&currency=IDR`)).points), metric).toBe(0);
    expect((await get(us, 'timeseries?metric=contacts.new&windowDays=1000')).windowDays).toBe(365);
  });
});
