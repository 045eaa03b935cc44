/**
 * The client of PayPal's REST API (https://developer.paypal.com/api/rest/): a token for the client's id and secret
 * (`POST /v1/oauth2/token`, https://developer.paypal.com/api/rest/authentication/), kept until shortly before it
 * expires, JSON both ways, and errors as `{ name, message, debug_id, details: [{ issue, description }] }`.
 */
import type { Settings } from '@/server/platform/env';
import { PATIENCE, refusalOf } from '@/server/modules/account/billing/payments/vendor-answer';
import { listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import type { Transport, VendorAnswer } from '@/server/platform/vendors/provider';

export type PaypalSettings = NonNullable<Settings['payments']['paypal']>;

/** Before the end, so that a token does not lapse under way. */
const MARGIN_SECONDS = 60;

/** One object lives as long as the process, because it keeps the token. */
export class PaypalApi {
  private held: { granted: Promise<{ token: string; forSeconds: number }>; until: number } | undefined;

  constructor(
    private readonly settings: PaypalSettings,
    private readonly transport: Transport,
  ) {}

  /**
   * Posts a JSON text unchanged: texts that PayPal signed must return byte by byte.
   * @param requestId PayPal-Request-Id: a repeated request with the same id within 72 hours gets the first answer
   * @returns the answer's JSON; undefined for an empty answer
   * @throws VendorRefusal for any status but 2xx; NotSentError, OutcomeUnknownError
   */
  async post(path: string, json: string, requestId?: string): Promise<unknown> {
    let answer = await this.attempt(path, json, requestId);
    // A token may be taken back before its time. PayPal did nothing, so the request goes out again with a new one.
    if (answer.status === 401) {
      this.held = undefined;
      answer = await this.attempt(path, json, requestId);
    }
    return this.taken(answer);
  }

  private async attempt(path: string, json: string, requestId: string | undefined): Promise<VendorAnswer> {
    const headers = {
      authorization: `Bearer ${await this.token()}`,
      'content-type': 'application/json',
      accept: 'application/json',
      ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
    };
    return await this.transport.request(
      { method: 'POST', url: this.settings.base + path, headers, body: json },
      PATIENCE,
    );
  }

  /**
   * Returns the token, from memory while it is valid. Calls at the same time share one request; a refusal is not
   * cached.
   */
  private async token(): Promise<string> {
    if (this.held !== undefined && performance.now() >= this.held.until) this.held = undefined;
    const held = (this.held ??= { granted: this.grant(), until: Number.POSITIVE_INFINITY });
    try {
      const { token, forSeconds } = await held.granted;
      held.until = Math.min(held.until, performance.now() + (forSeconds - MARGIN_SECONDS) * 1000);
      return token;
    } catch (error) {
      if (this.held === held) this.held = undefined;
      throw error;
    }
  }

  private async grant(): Promise<{ token: string; forSeconds: number }> {
    const { base, clientId, clientSecret } = this.settings;
    const answer = await this.transport.request(
      {
        method: 'POST',
        url: `${base}/v1/oauth2/token`,
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: 'grant_type=client_credentials',
      },
      PATIENCE,
    );
    const body = this.taken(answer);
    const token = textAt(body, 'access_token');
    const forSeconds = Number(textAt(body, 'expires_in'));
    if (token === undefined || !(forSeconds > 0)) throw new Error('PayPal gave no access token.');
    return { token, forSeconds };
  }

  private taken(answer: VendorAnswer): unknown {
    const body = parseJson(answer.body);
    if (answer.status >= 200 && answer.status < 300) return body;
    const issues = listAt(body, 'details')
      .map((detail) => textAt(detail, 'issue'))
      .filter((issue) => issue !== undefined);
    const code = [textAt(body, 'name') ?? textAt(body, 'error'), ...issues]
      .filter((part) => part !== undefined)
      .join(' ');
    const words = [textAt(body, 'message') ?? textAt(body, 'error_description'), textAt(body, 'debug_id')]
      .filter((part) => part !== undefined)
      .join(', debug id ');
    throw refusalOf('PayPal', answer, { code, words }, [this.settings.clientSecret]);
  }
}
