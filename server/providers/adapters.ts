/** Every vendor's adapter, one line each. */
import type { ProviderId } from '@/server/providers/catalog';
import { discord } from '@/server/providers/discord';
import { facebook } from '@/server/providers/facebook';
import { fcm } from '@/server/providers/fcm';
import { instagram } from '@/server/providers/instagram';
import { line } from '@/server/providers/line';
import { linkedin } from '@/server/providers/linkedin';
import { mailgun } from '@/server/providers/mailgun';
import { onesignal } from '@/server/providers/onesignal';
import { postmark } from '@/server/providers/postmark';
import type { Provider } from '@/server/providers/provider';
import { resend } from '@/server/providers/resend';
import { sendgrid } from '@/server/providers/sendgrid';
import { ses } from '@/server/providers/ses';
import { slack } from '@/server/providers/slack';
import { smtp } from '@/server/providers/smtp';
import { telegram } from '@/server/providers/telegram';
import { threads } from '@/server/providers/threads';
import { tiktok } from '@/server/providers/tiktok';
import { twilioSms } from '@/server/providers/twilio-sms';
import { vonage } from '@/server/providers/vonage';
import { webhook } from '@/server/providers/webhook';
import { whatsappCloud } from '@/server/providers/whatsapp-cloud';
import { whatsappTwilio } from '@/server/providers/whatsapp-twilio';
import { x } from '@/server/providers/x';
import { youtube } from '@/server/providers/youtube';

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
