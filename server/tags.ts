/** The groups of the reference, in the order in which it shows them. */
export const TAGS = {
  Contacts: 'People whom the workspace may write to, with their subscriptions, and the import of many at once.',
  'Contact lists': 'Named lists that contacts are put on by hand or by import.',
  'Audience segments': 'Conditions over contacts and what they did; who belongs is worked out when it is asked.',
  Forms: 'Where people sign up by themselves: hosted or in a shop’s pages, with a confirmation by e-mail.',
  Channels: 'Connections to the providers that carry messages, and what those call back with.',
  Broadcasts: 'Messages to an audience over one or more channels, and the templates that they begin with.',
  Funnels:
    'Steps that contacts are led through from a trigger on: messages, waits, conditions, codes, and what they brought.',
  'Discount codes': 'Codes that shoppers enter: validated against a cart, redeemed once a purchase is made.',
  Referrals: 'One program a workspace, share links, who brought whom, and the rewards of both.',
  'Creator briefs': 'What a shop asks creators for, what they get, and who applied.',
  'Affiliate programs': 'Commissions for sales that affiliates bring: links, codes, refunds, statements.',
  Collaborations: 'A creator or affiliate and the shop, from the invitation to the end; they need no account.',
  Inbox: 'What people write to the channels, and the answers.',
  'Abandoned cart': 'Reminders of carts that were left, what they recovered, and who does not want them.',
  Blog: 'Posts, for the dashboard and for the public.',
  'Product feed': 'The mirror of the shop’s products and the XML that shopping crawlers fetch.',
  Integrations: 'The merchant’s shops, and what they tell of customers, orders and checkouts.',
  Events: 'What shoppers did in the shop: told by its server, for segments and funnels to ask about.',
  Pixels: 'Tracking ids for the storefront, and purchases that the server reports.',
  'Marketing campaigns': 'What belongs to one campaign, on one page, with what it brought.',
  Insights: 'Figures of the workspace over time.',
  Billing: 'Plans, the subscription, invoices and checkout.',
  'API keys': 'Keys that sign requests.',
  Webhooks: 'Addresses of the merchant that are told of events, and what they were told.',
  'Audit log': 'Who changed what, and when.',
  Admin:
    'Partners: platforms whose keys work for merchants. For whoever runs this server, and for the partners themselves.',
  Uploads: 'Images for messages and pages.',
  'Who am I': 'How the service reads the credentials of a request.',
} as const satisfies Record<string, string>;

export type Tag = keyof typeof TAGS;
