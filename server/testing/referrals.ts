/** The calls of a shop's server, in the order in which they take a customer from a link to a reward. */
import type { Answer, CallOptions, TestServer } from '@/server/testing/server';
import type { TestKey } from '@/server/testing/sign';

type Call = (body: object) => Promise<Answer>;

export interface ReferralCalls {
  issue: Call;
  click: Call;
  signup: Call;
  checkoutStart: Call;
  /** A paid checkout of 200,000 IDR unless told otherwise. */
  fulfill: Call;
  void: Call;
}

/** @param keyOf asked at each call, for keys exist only once the server has started */
export function referralCalls(server: TestServer, keyOf: () => TestKey, options: CallOptions = {}): ReferralCalls {
  const post =
    (path: string): Call =>
    (body) =>
      server.call(keyOf(), 'POST', `/api/v1/referrals/${path}`, { ...options, body });
  const fulfill = post('attributions/fulfill');
  return {
    issue: post('links/issue'),
    click: post('links/click'),
    signup: post('attributions/signup'),
    checkoutStart: post('attributions/checkout-start'),
    fulfill: (body) => fulfill({ status: 'completed', currency: 'IDR', amount: 200_000, ...body }),
    void: post('attributions/void'),
  };
}

export const REFERRER_CODE = /^REF-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/;
export const REFEREE_CODE = /^WELCOME-[A-HJ-NP-Z2-9]{6}$/;
export const LINK_CODE = /^[abcdefghjkmnpqrstuvwxyz23456789]{8}$/;
