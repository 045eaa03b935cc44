/**
 * The routes of channels that are no JSON procedures: OAuth's redirects, and the vendors' callbacks. Callbacks may have
 * any content type, and are stored unchanged.
 */
import { answerReturn, redirect } from '@/server/platform/auth/oauth-return';
import { finishOAuth, startOAuth } from '@/server/modules/messaging/channels/oauth';
import { answerAppChallenge, receiveAppCallback } from '@/server/modules/messaging/channels/app-callbacks';
import { answerChallenge, callsByGet, receiveCallback } from '@/server/modules/messaging/channels/receive-callback';
import { defineRoute, type RawAnswer, type RawCall, type RawRoute } from '@/server/platform/access/route';
import { bearer, member, visitor } from '@/server/platform/access/procedures';

const CALLBACK_LIMIT = 1024 * 1024;

/**
 * The address that the vendor called. The request does not contain it behind a proxy, so it is built from our base URL.
 */
const calledUrl = ({ services, url }: RawCall): string => services.settings.baseUrl + url;

const CALLBACKS = '/api/v1/channels/{id}/callbacks';
const APP_CALLBACKS = '/api/v1/channels/callbacks/{provider}';

/**
 * The address may name the answer, for vendors that accept no other success: Vonage repeats for 24 hours unless it gets
 * 200 or 204, and Twilio logs an error unless it gets TwiML.
 */
function received({ answer }: RawCall['query']): RawAnswer {
  if (answer === '204') return { status: 204 };
  if (answer === 'twiml')
    return {
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    };
  return { status: 202, data: { received: true } };
}

export const channelRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/channels/oauth/{provider}/start',
    access: member,
    need: 'write',
    answers: 'json',
    read: ({ services, principal, params, now }) =>
      redirect(startOAuth(services, principal, params.provider ?? '', now)),
    info: {
      summary: 'Connect a channel by OAuth',
      description: 'For members in the dashboard: redirects to the provider, which redirects back to the callback.',
      tags: ['Channels'],
      errors: ['NOT_FOUND', 'OAUTH_NOT_CONFIGURED'],
      success: { status: 302, description: 'Redirect to the provider.' },
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/channels/oauth/{provider}/callback',
    access: visitor,
    need: 'write',
    answers: 'text',
    // A code is exchanged once.
    noHead: true,
    read: ({ services, member, params, query, headers, now, log }) =>
      answerReturn({ log }, () =>
        finishOAuth(services, { provider: params.provider ?? '', query, cookieHeader: headers.cookie, member }, now),
      ),
    info: {
      summary: 'Receive the return from OAuth',
      description: 'Exchanges the code once, for the session and workspace that began. Failures are plain text.',
      tags: ['Channels'],
      success: { status: 302, description: 'Redirect to the channel in the dashboard.' },
    },
  }),
  defineRoute({
    method: 'POST',
    path: CALLBACKS,
    access: bearer,
    answers: 'json',
    bodyLimit: CALLBACK_LIMIT,
    async read(call) {
      const { services, params, query, method, headers, body, now } = call;
      const url = calledUrl(call);
      await receiveCallback(services, { channelId: params.id ?? '', method, url, headers, body, receivedAt: now });
      return received(query);
    },
    info: {
      summary: 'Receive a callback of a provider',
      description: 'For providers: stored as it came and answered at once. The worker verifies and applies it.',
      tags: ['Channels'],
      errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
      success: { status: 202, description: 'Received.' },
    },
  }),
  defineRoute({
    method: 'GET',
    path: CALLBACKS,
    access: bearer,
    answers: 'json',
    type: 'text/plain; charset=utf-8',
    // Some vendors call by GET.
    noHead: true,
    async read(call) {
      const { services, params, query, method, headers, body, now } = call;
      const url = calledUrl(call);
      const channelId = params.id ?? '';
      if (!(await callsByGet(services, channelId)))
        return { body: await answerChallenge(services, channelId, new URL(url).searchParams) };
      await receiveCallback(services, { channelId, method, url, headers, body, receivedAt: now });
      return received(query);
    },
    info: {
      summary: 'Answer the challenge of a provider',
      description:
        'For providers that verify an address first (Meta: `hub.challenge`), and for Vonage’s callbacks by GET.',
      tags: ['Channels'],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'METHOD_NOT_ALLOWED'],
      success: { status: 200, description: 'The challenge.', type: 'text/plain' },
    },
  }),
  defineRoute({
    method: 'POST',
    path: APP_CALLBACKS,
    access: bearer,
    answers: 'json',
    bodyLimit: CALLBACK_LIMIT,
    async read(call) {
      const { services, params, headers, body, now } = call;
      const provider = params.provider ?? '';
      await receiveAppCallback(services, { provider, url: calledUrl(call), headers, body, receivedAt: now });
      return { status: 202, data: { received: true } };
    },
    info: {
      summary: 'Receive a callback of the Meta app',
      description:
        'For Meta: one address for all pages of the operator’s app. Each channel gets what is about its own page.',
      tags: ['Channels'],
      errors: ['NOT_FOUND', 'INVALID_SIGNATURE', 'PAYLOAD_TOO_LARGE'],
      success: { status: 202, description: 'Received.' },
    },
  }),
  defineRoute({
    method: 'GET',
    path: APP_CALLBACKS,
    access: bearer,
    answers: 'json',
    type: 'text/plain; charset=utf-8',
    read: (call) => ({
      body: answerAppChallenge(call.services, call.params.provider ?? '', new URL(calledUrl(call)).searchParams),
    }),
    info: {
      summary: 'Answer the challenge for the Meta app',
      description: 'Answers `hub.challenge` for the token that `laris -- channels app-callback` prints.',
      tags: ['Channels'],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      success: { status: 200, description: 'The challenge.', type: 'text/plain' },
    },
  }),
];
