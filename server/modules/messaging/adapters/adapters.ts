/** Every vendor's adapter, one line each. */
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { discord } from '@/server/modules/messaging/adapters/discord';
import { facebook } from '@/server/modules/messaging/adapters/facebook';
import { fcm } from '@/server/modules/messaging/adapters/fcm';
import { instagram } from '@/server/modules/messaging/adapters/instagram';
import { line } from '@/server/modules/messaging/adapters/line';
import { linkedin } from '@/server/modules/messaging/adapters/linkedin';
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
import { threads } from '@/server/modules/messaging/adapters/threads';
import { tiktok } from '@/server/modules/messaging/adapters/tiktok';
import { twilioSms } from '@/server/modules/messaging/adapters/twilio-sms';
import { vonage } from '@/server/modules/messaging/adapters/vonage';
import { webhook } from '@/server/modules/messaging/adapters/webhook';
import { whatsappCloud } from '@/server/modules/messaging/adapters/whatsapp-cloud';
import { whatsappTwilio } from '@/server/modules/messaging/adapters/whatsapp-twilio';
import { x } from '@/server/modules/messaging/adapters/x';
import { youtube } from '@/server/modules/messaging/adapters/youtube';

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
