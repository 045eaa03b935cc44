/**
 * Small files as other services write them, each with the people in it and what the import has to make of it.
 * KNOWN_FILES (components/csv/known-files.ts) names the sources of the columns.
 */

/** The subscriptions that a contact gets; none: the file says nothing. */
type ExpectedConsent = Readonly<Record<string, 'subscribed' | 'unsubscribed' | 'pending'>>;

export interface OptOutFile {
  service: string;
  fileName: string;
  /** `TAG` stands in every address, so that each run has its own people. */
  content: string;
  /** By the address without the tag. */
  people: Readonly<Record<string, ExpectedConsent>>;
  /** The file leaves out who unsubscribed, and the page asks about it. */
  isAsked?: boolean;
  /** No column says who wants messages. */
  saysNothing?: boolean;
}

const MAILCHIMP =
  'Email Address,First Name,Last Name,Address,Phone Number,Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION';
const lines = (...rows: string[]): string => `${rows.join('\n')}\n`;

export const OPT_OUT_FILES: readonly OptOutFile[] = [
  {
    service: 'Mailchimp, subscribed',
    fileName: 'subscribed_email_audience_export_8f1c.csv',
    content: lines(
      `${MAILCHIMP},LAST_CHANGED,LEID,EUID,NOTES,TAGS`,
      'in-TAG@surel.example,Sari,Dewi,,,08/17,1,2019-05-02 03:04:05,,2019-05-02 03:06:00,198.51.100.7,,,,,,,,2024-01-01 00:00:00,410001,a1f3,,"""VIP"""',
    ),
    people: { in: {} },
  },
  {
    service: 'Mailchimp, unsubscribed',
    fileName: 'unsubscribed_email_audience_export_8f1c.csv',
    content: lines(
      `${MAILCHIMP},UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,LEID,EUID,NOTES,TAGS`,
      'out-TAG@surel.example,Budi,,,,,1,2019-05-02 03:04:05,,2019-05-02 03:06:00,198.51.100.7,,,,,,,,2023-11-20 08:00:00,Promo,c0ffee,NORMAL,,410002,a1f4,,',
    ),
    people: { out: { email: 'unsubscribed' } },
  },
  {
    service: 'Mailchimp, cleaned',
    fileName: 'cleaned_email_audience_export_8f1c.csv',
    content: lines(
      `${MAILCHIMP},CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID,EUID,NOTES,TAGS`,
      'cleaned-TAG@surel.example,Rini,,,,,1,2019-05-02 03:04:05,,2019-05-02 03:06:00,198.51.100.7,,,,,,,,2023-12-01 09:10:11,Promo,c0ffee,410003,a1f5,,',
    ),
    people: { cleaned: { email: 'unsubscribed' } },
  },
  {
    service: 'Klaviyo',
    fileName: 'members_export_2026-11-01.csv',
    content: lines(
      'Email,Klaviyo ID,First Name,Last Name,Organization,Title,Phone Number,Address,City,State / Region,Country,Zip Code,Source,Email Marketing Consent,Email Marketing Consent Timestamp,First Active,Profile Created On,Date Added,Suppressed',
      'kin-TAG@surel.example,01H1,Ani,A,,,,,Solo,,Indonesia,,-59,SUBSCRIBED,2024-02-03 04:05:06,,,,False',
      'kno-TAG@surel.example,01H2,Adi,B,,,,,Solo,,Indonesia,,-59,NEVER_SUBSCRIBED,,,,,False',
      'kout-TAG@surel.example,01H3,Ari,C,,,,,Solo,,Indonesia,,-59,SUBSCRIBED,2024-02-03 04:05:06,,,,True',
    ),
    people: { kin: { email: 'subscribed' }, kno: { email: 'pending' }, kout: { email: 'unsubscribed' } },
  },
  {
    service: 'Ghost',
    fileName: 'members.2026-11-01.csv',
    content: lines(
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers,gift_id',
      '65a1,gin-TAG@surel.example,Gita,,true,false,,2024-03-04T05:06:07.000Z,,"Kopi",,',
      '65a2,gout-TAG@surel.example,Gani,,false,false,,2024-03-04T05:06:07.000Z,,,,',
    ),
    people: { gin: { email: 'subscribed' }, gout: { email: 'unsubscribed' } },
  },
  {
    service: 'Keila',
    fileName: 'contacts_p_4kd.csv',
    content: lines(
      'Email,First name,Last name,Data,Status,External ID',
      'kein-TAG@surel.example,Eka,Putri,"{""city"":""Medan""}",active,e-1',
      'keout-TAG@surel.example,Edo,Putra,,unsubscribed,e-2',
      'kebad-TAG@surel.example,Endah,,,unreachable,e-3',
    ),
    people: { kein: { email: 'subscribed' }, keout: { email: 'unsubscribed' }, kebad: { email: 'unsubscribed' } },
  },
  {
    service: 'SendPortal',
    fileName: 'subscribers-2026-11-01.csv',
    content: lines(
      'id,hash,email,first_name,last_name,created_at',
      '1,6f1e,spin-TAG@surel.example,Tia,,"2024-01-02 03:04:05"',
      '2,6f1f,spall-TAG@surel.example,Tio,,"2024-01-02 03:04:05"',
    ),
    people: { spin: {}, spall: {} },
    isAsked: true,
    saysNothing: true,
  },
  {
    service: 'Brevo',
    fileName: 'brevo-contacts.csv',
    content: lines(
      'CONTACT ID;EMAIL;LASTNAME;FIRSTNAME;SMS;WHATSAPP;DOUBLE_OPT-IN;EMAIL_BLACKLISTED;SMS_BLACKLISTED;ADDED_TIME;MODIFIED_TIME',
      '1;bin-TAG@surel.example;Sari;Wulan;6281230000001;;Yes;false;false;01-02-2024 03:04:05;01-02-2024 03:04:05',
      '2;bout-TAG@surel.example;Jaya;Wisnu;6281230000002;;No;true;true;01-02-2024 03:04:05;01-02-2024 03:04:05',
    ),
    people: { bin: {}, bout: { email: 'unsubscribed', sms: 'unsubscribed' } },
  },
  {
    service: 'listmonk',
    fileName: 'subscribers.csv',
    content: lines(
      'uuid,email,name,attributes,status,created_at,updated_at',
      '5e0c-1,lin-TAG@surel.example,Lia,"{""city"": ""Bandung""}",enabled,2024-01-02 03:04:05 +0000 UTC,2024-01-02 03:04:05 +0000 UTC',
      '5e0c-2,lout-TAG@surel.example,Luki,{},blocklisted,2024-01-02 03:04:05 +0000 UTC,2024-01-02 03:04:05 +0000 UTC',
    ),
    people: { lin: { email: 'subscribed' }, lout: { email: 'unsubscribed' } },
    isAsked: true,
  },
];
