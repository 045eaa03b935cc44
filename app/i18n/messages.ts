/** All words, one file per resource and language. A key that a language lacks does not compile. */
import abTestEn from '@/app/i18n/en/ab-test.json';
import abandonedCartEn from '@/app/i18n/en/abandoned-cart.json';
import apiKeysEn from '@/app/i18n/en/api-keys.json';
import audienceSegmentsEn from '@/app/i18n/en/audience-segments.json';
import auditLogEn from '@/app/i18n/en/audit-log.json';
import authEn from '@/app/i18n/en/auth.json';
import billingEn from '@/app/i18n/en/billing.json';
import blogEn from '@/app/i18n/en/blog.json';
import broadcastsEn from '@/app/i18n/en/broadcasts.json';
import channelsEn from '@/app/i18n/en/channels.json';
import checksEn from '@/app/i18n/en/checks.json';
import contactListsEn from '@/app/i18n/en/contact-lists.json';
import contactsEn from '@/app/i18n/en/contacts.json';
import creatorsEn from '@/app/i18n/en/creators.json';
import codeImportEn from '@/app/i18n/en/code-import.json';
import csvEn from '@/app/i18n/en/csv.json';
import csvRowsEn from '@/app/i18n/en/csv-rows.json';
import discountBatchesEn from '@/app/i18n/en/discount-batches.json';
import discountCodesEn from '@/app/i18n/en/discount-codes.json';
import enrolmentsEn from '@/app/i18n/en/enrolments.json';
import errorsEn from '@/app/i18n/en/errors.json';
import eventsEn from '@/app/i18n/en/events.json';
import feedsEn from '@/app/i18n/en/feeds.json';
import formsEn from '@/app/i18n/en/forms.json';
import funnelsEn from '@/app/i18n/en/funnels.json';
import fieldsEn from '@/app/i18n/en/fields.json';
import homeEn from '@/app/i18n/en/home.json';
import inboxEn from '@/app/i18n/en/inbox.json';
import insightsEn from '@/app/i18n/en/insights.json';
import ordersEn from '@/app/i18n/en/orders.json';
import integrationsEn from '@/app/i18n/en/integrations.json';
import marketingCampaignsEn from '@/app/i18n/en/marketing-campaigns.json';
import pixelsEn from '@/app/i18n/en/pixels.json';
import postImportEn from '@/app/i18n/en/post-import.json';
import referralReviewsEn from '@/app/i18n/en/referral-reviews.json';
import referralsEn from '@/app/i18n/en/referrals.json';
import settingsEn from '@/app/i18n/en/settings.json';
import shellEn from '@/app/i18n/en/shell.json';
import templatesEn from '@/app/i18n/en/templates.json';
import uiEn from '@/app/i18n/en/ui.json';
import uploadsEn from '@/app/i18n/en/uploads.json';
import webhooksEn from '@/app/i18n/en/webhooks.json';
import abTestId from '@/app/i18n/id/ab-test.json';
import abandonedCartId from '@/app/i18n/id/abandoned-cart.json';
import apiKeysId from '@/app/i18n/id/api-keys.json';
import audienceSegmentsId from '@/app/i18n/id/audience-segments.json';
import auditLogId from '@/app/i18n/id/audit-log.json';
import authId from '@/app/i18n/id/auth.json';
import billingId from '@/app/i18n/id/billing.json';
import blogId from '@/app/i18n/id/blog.json';
import broadcastsId from '@/app/i18n/id/broadcasts.json';
import channelsId from '@/app/i18n/id/channels.json';
import checksId from '@/app/i18n/id/checks.json';
import contactListsId from '@/app/i18n/id/contact-lists.json';
import contactsId from '@/app/i18n/id/contacts.json';
import creatorsId from '@/app/i18n/id/creators.json';
import codeImportId from '@/app/i18n/id/code-import.json';
import csvId from '@/app/i18n/id/csv.json';
import csvRowsId from '@/app/i18n/id/csv-rows.json';
import discountBatchesId from '@/app/i18n/id/discount-batches.json';
import discountCodesId from '@/app/i18n/id/discount-codes.json';
import enrolmentsId from '@/app/i18n/id/enrolments.json';
import errorsId from '@/app/i18n/id/errors.json';
import eventsId from '@/app/i18n/id/events.json';
import feedsId from '@/app/i18n/id/feeds.json';
import formsId from '@/app/i18n/id/forms.json';
import funnelsId from '@/app/i18n/id/funnels.json';
import fieldsId from '@/app/i18n/id/fields.json';
import homeId from '@/app/i18n/id/home.json';
import inboxId from '@/app/i18n/id/inbox.json';
import insightsId from '@/app/i18n/id/insights.json';
import ordersId from '@/app/i18n/id/orders.json';
import integrationsId from '@/app/i18n/id/integrations.json';
import marketingCampaignsId from '@/app/i18n/id/marketing-campaigns.json';
import pixelsId from '@/app/i18n/id/pixels.json';
import postImportId from '@/app/i18n/id/post-import.json';
import referralReviewsId from '@/app/i18n/id/referral-reviews.json';
import referralsId from '@/app/i18n/id/referrals.json';
import settingsId from '@/app/i18n/id/settings.json';
import shellId from '@/app/i18n/id/shell.json';
import templatesId from '@/app/i18n/id/templates.json';
import uiId from '@/app/i18n/id/ui.json';
import uploadsId from '@/app/i18n/id/uploads.json';
import webhooksId from '@/app/i18n/id/webhooks.json';
import type { Locale } from '@/app/i18n/locales';

const en = {
  abTest: abTestEn,
  abandonedCart: abandonedCartEn,
  apiKeys: apiKeysEn,
  audienceSegments: audienceSegmentsEn,
  auditLog: auditLogEn,
  auth: authEn,
  billing: billingEn,
  blog: blogEn,
  broadcasts: broadcastsEn,
  channels: channelsEn,
  checks: checksEn,
  contactLists: contactListsEn,
  contacts: contactsEn,
  creators: creatorsEn,
  inbox: inboxEn,
  codeImport: codeImportEn,
  csv: csvEn,
  csvRows: csvRowsEn,
  discountBatches: discountBatchesEn,
  discountCodes: discountCodesEn,
  enrolments: enrolmentsEn,
  errors: errorsEn,
  events: eventsEn,
  feeds: feedsEn,
  forms: formsEn,
  funnels: funnelsEn,
  fields: fieldsEn,
  home: homeEn,
  insights: insightsEn,
  integrations: integrationsEn,
  orders: ordersEn,
  marketingCampaigns: marketingCampaignsEn,
  pixels: pixelsEn,
  postImport: postImportEn,
  referralReviews: referralReviewsEn,
  referrals: referralsEn,
  settings: settingsEn,
  shell: shellEn,
  templates: templatesEn,
  ui: uiEn,
  uploads: uploadsEn,
  webhooks: webhooksEn,
};

export type Messages = typeof en;

export const MESSAGES: Record<Locale, Messages> = {
  en,
  id: {
    abTest: abTestId,
    abandonedCart: abandonedCartId,
    apiKeys: apiKeysId,
    audienceSegments: audienceSegmentsId,
    auditLog: auditLogId,
    auth: authId,
    billing: billingId,
    blog: blogId,
    broadcasts: broadcastsId,
    channels: channelsId,
    checks: checksId,
    contactLists: contactListsId,
    contacts: contactsId,
    creators: creatorsId,
    inbox: inboxId,
    codeImport: codeImportId,
    csv: csvId,
    csvRows: csvRowsId,
    discountBatches: discountBatchesId,
    discountCodes: discountCodesId,
    enrolments: enrolmentsId,
    errors: errorsId,
    events: eventsId,
    feeds: feedsId,
    forms: formsId,
    funnels: funnelsId,
    fields: fieldsId,
    home: homeId,
    insights: insightsId,
    integrations: integrationsId,
    orders: ordersId,
    marketingCampaigns: marketingCampaignsId,
    pixels: pixelsId,
    postImport: postImportId,
    referralReviews: referralReviewsId,
    referrals: referralsId,
    settings: settingsId,
    shell: shellId,
    templates: templatesId,
    ui: uiId,
    uploads: uploadsId,
    webhooks: webhooksId,
  },
};
