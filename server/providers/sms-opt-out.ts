/**
 * The words by which a person ends SMS, as the carriers and vendors themselves take them:
 * https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out
 */
export const isSmsOptOut = (text: string): boolean =>
  /^\s*(stop|stopall|unsubscribe|end|quit|revoke|optout|cancel)\s*$/i.test(text);
