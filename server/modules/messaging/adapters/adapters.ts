/** Every vendor's adapter, one line each. */
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { discord } from '@/server/modules/messaging/adapters/discord';
import { facebook } from '@/server/modules/messaging/adapters/facebook';
import { fcm } from '@/server/modules/messaging/adapters/fcm';
import { instagram } from '@/server/modules/messaging/adapters/instagram';
import { line } from '@/server/modules/messaging/adapters/line';
import { mailgun } from '@/server/modules/messaging/adapters/mailgun';
import { onesignal } from '@/server/modules/messaging/adapters/onesignal';
import { postmark } from '@/server/modules/messaging/adapters/postmark';
import type { Provider } from '@/server/platform/vendors/provider';
import { resend } from '@/server/modules/messaging/adapters/resend';
import { sendgrid } from '@/server/modules/messaging/adapters/sendgrid';
import { ses } from '@/server/modules/messaging/adapters/ses';
import { slack } from '@/server/modules/messaging/adapters/slack';
import { smtp } from '@/server/modules/messaging/adapters/smtp';
import { telegram } from '@/server/modules/messaging/adapters/telegram';
import { twilioSms } from '@/server/modules/messaging/adapters/twilio-sms';
import { vonage } from '@/server/modules/messaging/adapters/vonage';
import { webhook } from '@/server/modules/messaging/adapters/webhook';
import { whatsappCloud } from '@/server/modules/messaging/adapters/whatsapp-cloud';
import { whatsappTwilio } from '@/server/modules/messaging/adapters/whatsapp-twilio';
import { x } from '@/server/modules/messaging/adapters/x';
import { youtube } from '@/server/modules/messaging/adapters/youtube';
import { account, readAccounts } from '@/server/modules/messaging/adapters/account-list';
import { at, textAt } from '@/server/platform/vendors/json';
import { metaWords } from '@/server/platform/vendors/meta-graph';
import { unreachable } from '@/server/platform/vendors/unreachable';

/** TikTok, connect only. The account: https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
export const tiktok = unreachable('social_p4', async (connection, transport) => {
  const body = await readAccounts(
    'social_p4',
    connection,
    transport,
    '/v2/user/info/?fields=open_id,display_name',
    (given) => textAt(given, 'error', 'message'),
  );
  return account(textAt(body, 'data', 'user', 'open_id'), textAt(body, 'data', 'user', 'display_name'));
});

/**
 * LinkedIn, connect only. The member:
 * https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export const linkedin = unreachable('social_p6', async (connection, transport) => {
  const body = await readAccounts('social_p6', connection, transport, '/v2/userinfo', (given) =>
    textAt(given, 'message'),
  );
  return account(textAt(body, 'sub'), textAt(body, 'name'));
});

/** Threads, connect only. The account: https://developers.facebook.com/docs/threads/threads-profiles */
export const threads = unreachable('social_p3', async (connection, transport) => {
  const body = await readAccounts('social_p3', connection, transport, '/v1.0/me?fields=id,username,name', (given) =>
    metaWords(at(given, 'error')),
  );
  const username = textAt(body, 'username');
  return account(textAt(body, 'id'), username === undefined ? textAt(body, 'name') : `@${username}`);
});

export const ADAPTERS: Readonly<Record<ProviderId, Provider>> = {
  email_p1: resend,
  email_p2: sendgrid,
  email_p3: mailgun,
  email_p4: postmark,
  email_p5: ses,
  email_smtp: smtp,
  sms_p1: twilioSms,
  sms_p2: vonage,
  msg_p1: whatsappCloud,
  msg_p2: whatsappTwilio,
  msg_p3: telegram,
  msg_p4: line,
  msg_p5: slack,
  msg_p6: discord,
  push_p1: onesignal,
  push_p2: fcm,
  social_p1: facebook,
  social_p2: instagram,
  social_p3: threads,
  social_p4: tiktok,
  social_p5: x,
  social_p6: linkedin,
  social_p7: youtube,
  webhook_generic: webhook,
};
