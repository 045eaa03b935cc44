/** Purchases told to Meta's Conversions API beside Meta's own SDK (facebook-nodejs-business-sdk 24.0.1). */
import { CustomData, EventRequest, HttpServiceInterface, ServerEvent, UserData } from 'facebook-nodejs-business-sdk';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import { META_GRAPH_VERSION } from '@/server/platform/vendors/social-providers';
import { hashedCustomerId, hashedEmail } from '@/server/platform/vendors/hashing';
import { eventsRequest } from '@/server/modules/offers/pixels/meta-events';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const PIXEL = { pixelId: '1234567890', token: 'EAA+secret/token==', testCode: 'TEST12345' };
const EMAIL = ' Budi.Santoso+toko@Example.com ';
const occurredAt = new Date('2026-11-20T10:00:00.900Z');
const vendor = useVendor();

it('tells a purchase as the SDK does', async () => {
  const facts = {
    eventId: 'co_1',
    isTest: false,
    value: 150_000,
    currency: 'IDR',
    emailHash: hashedEmail(EMAIL),
    customerId: 'ani',
    occurredAt,
  };
  await loopbackTransport.request(eventsRequest(vendor.base, PIXEL, [facts]));

  const event = new ServerEvent()
    .setEventName('Purchase')
    .setEventTime(Math.floor(occurredAt.getTime() / 1000))
    .setEventId('co_1')
    .setActionSource('other')
    .setUserData(new UserData().setEmail(EMAIL).setExternalId(hashedCustomerId('ani')))
    .setCustomData(new CustomData().setCurrency('IDR').setValue(150_000));
  // The SDK knows no other host than Meta's: its own way of sending is replaced, as it lets its callers do.
  class ToLoopback extends HttpServiceInterface {
    override async executeRequest(url: string, method: string, headers: Record<string, string>, params: object) {
      const address = url.replace('https://graph.facebook.com', vendor.base);
      const body = JSON.stringify(params, (_name, value: unknown) => value ?? undefined);
      return { status: (await fetch(address, { method, headers, body })).status };
    }
  }
  await new EventRequest(PIXEL.token, PIXEL.pixelId, [event])
    .setTestEventCode(PIXEL.testCode)
    .setHttpService(new ToLoopback())
    .execute();
  const { ours, theirs } = await bothRequests(vendor, 'accept');
  // The SDK is a version of the Graph API behind; the event is the same in both.
  const path = theirs.path.replace('/v24.0/', `/${META_GRAPH_VERSION}/`);
  expect(ours).toEqual({ ...theirs, path });
});
