/** The parts of the audit log that can be told in words: every action that the service writes, by what it changes. */
import type { Outputs } from '@/app/trpc';
import { keysOf } from '@/server/platform/lib/narrow';

export type Entry = Outputs['auditLog']['getNamed'];

/** Actions by the type of their target, in the order of the filter's menu. A later action shows by its code. */
export const ACTIONS = {
  discount_code: ['discount_code.create', 'discount_code.update', 'discount_code.archive', 'discount_code.rollback'],
  discount_batch: ['discount_batch.create', 'discount_batch.cancel', 'discount_batch.export'],
  broadcast: ['broadcast.send', 'broadcast.cancel', 'broadcast.test_end', 'broadcast.export'],
  referral_program: ['referral_program.upsert'],
  referral_attribution: ['referral_attribution.approve', 'referral_attribution.decline'],
  marketing_campaign: [
    'marketing_campaign.create',
    'marketing_campaign.update',
    'marketing_campaign.archive',
    'marketing_campaign.attach',
    'marketing_campaign.detach',
  ],
  form: ['form.create', 'form.update', 'form.delete'],
  blog_post: ['blog_post.restore'],
  contact: ['contact.erase', 'contact.export_person', 'contact.merge', 'contact.unmerge'],
  channel: ['channel.connect', 'channel.revoke'],
  integration: [
    'integration.connect',
    'integration.update',
    'integration.sync',
    'integration.revoke',
    'integration.redact',
    'integration.data_request',
    'integration.close_data_request',
  ],
  funnel: [
    'funnel.create',
    'funnel.update',
    'funnel.activate',
    'funnel.publish',
    'funnel.pause',
    'funnel.enroll',
    'funnel.exit',
    'funnel.archive',
  ],
  campaign: [
    'campaign.create',
    'campaign.update',
    'campaign.publish',
    'campaign.close',
    'campaign.complete',
    'campaign.archive',
  ],
  program: ['program.create', 'program.update', 'program.activate', 'program.pause', 'program.archive'],
  collaboration: [
    'collaboration.invite',
    'collaboration.update',
    'collaboration.accept',
    'collaboration.decline',
    'collaboration.submit',
    'collaboration.request_changes',
    'collaboration.approve',
    'collaboration.complete',
    'collaboration.suspend',
    'collaboration.reinstate',
    'collaboration.end',
    'collaboration.rotate_portal',
    'collaboration.address',
  ],
  conversation: [
    'conversation.assign',
    'conversation.close',
    'conversation.link',
    'conversation.unsubscribe',
    'conversation.keep_subscribed',
  ],
  saved_reply: ['saved_reply.create', 'saved_reply.update', 'saved_reply.delete'],
  inbox: ['inbox.update'],
  commission: ['commission.approve', 'commission.decline'],
  statement: ['statement.issue', 'statement.pay', 'statement.cancel', 'statement.bank_details'],
  api_key: ['api_key.create', 'api_key.update', 'api_key.revoke'],
  webhook_endpoint: [
    'webhook_endpoint.create',
    'webhook_endpoint.update',
    'webhook_endpoint.rotate',
    'webhook_endpoint.recover',
    'webhook_endpoint.delete',
  ],
  invoice: ['billing.checkout', 'billing.discard'],
  subscription: ['billing.cancel', 'billing.subscription_update'],
  user: [
    'member.add',
    'member.join',
    'member.leave',
    'partner.unlink',
    'member.remove',
    'member.change_role',
    'member.transfer_ownership',
    'member.set_password',
    'member.change_email',
    'member.prove_email',
    'member.change_password',
    'member.reset_password',
    'member.enable_second_factor',
    'member.disable_second_factor',
    'member.remove_second_factor',
    'member.renew_recovery_codes',
    'member.use_recovery_code',
    'member.try_codes',
    'member.add_passkey',
    'member.remove_passkey',
    'member.end_sessions',
  ],
  invitation: ['member.invite', 'member.revoke_invitation'],
  partner: ['partner.link', 'partner.unlink'],
  workspace: ['workspace.create', 'workspace.update', 'contact.export', 'contact.undo_import', 'merchant.create'],
} as const;

export type TargetType = keyof typeof ACTIONS;
export type Action = (typeof ACTIONS)[TargetType][number];

export const TARGET_TYPES = keysOf(ACTIONS);
const KNOWN: readonly Action[] = Object.values(ACTIONS).flat();

export const knownAction = (action: string): Action | undefined => KNOWN.find((known) => known === action);
export const knownType = (type: string): TargetType | undefined => TARGET_TYPES.find((known) => known === type);

const PAGES: Record<TargetType, (id: string) => string> = {
  discount_code: (id) => `/discount-codes/${id}`,
  discount_batch: (id) => `/discount-codes/batches/${id}`,
  broadcast: (id) => `/broadcasts/${id}`,
  referral_program: () => '/referrals/program',
  referral_attribution: (id) => `/referrals/attributions/${id}`,
  marketing_campaign: (id) => `/marketing-campaigns/${id}`,
  contact: (id) => `/contacts/${id}`,
  form: (id) => `/forms/${id}`,
  blog_post: (id) => `/blog/${id}`,
  channel: (id) => `/channels/${id}`,
  integration: (id) => `/integrations/${id}`,
  funnel: (id) => `/funnels/${id}`,
  campaign: (id) => `/campaigns/${id}`,
  program: (id) => `/programs/${id}`,
  collaboration: (id) => `/collaborations/${id}`,
  conversation: (id) => `/inbox?conversation=${id}`,
  saved_reply: () => '/inbox/settings',
  inbox: () => '/inbox/settings',
  commission: () => '/commissions',
  statement: (id) => `/commissions/statements/${id}`,
  api_key: () => '/api-keys',
  webhook_endpoint: () => '/webhooks',
  invoice: () => '/billing',
  subscription: () => '/billing',
  user: () => '/settings/members',
  invitation: () => '/settings/members',
  partner: () => '/settings/members',
  workspace: () => '/settings/workspace',
};

/** Actions that leave nothing to look at. */
const GONE = new Set([
  'webhook_endpoint.delete',
  'contact.erase',
  'form.delete',
  'member.remove',
  'member.leave',
  'member.revoke_invitation',
]);

/** The page of what was changed; undefined where there is none (any more). */
export function pageOf({
  action,
  targetType,
  targetId,
}: Pick<Entry, 'action' | 'targetType' | 'targetId'>): string | undefined {
  const type = knownType(targetType);
  return type === undefined || GONE.has(action) ? undefined : PAGES[type](targetId);
}
