/**
 * The audit log tells what the first proof of a mailbox ends in workspaces of others (proof.ts). Each action of the log is
 * named here: it gives its author a way in that lasts, or it does not, and why.
 */
import { expect, it } from 'vitest';
import { WAYS_IN } from '@/server/modules/account/accounts/proof';
import { documentedActions, writtenActions } from '@/server/testing/recorded-actions';

/** Verbs of each noun by why they open nothing. */
const NO_WAY_IN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'it changes, ends or uses what somebody else made, and tells no secret': {
    api_key: ['update', 'revoke'],
    webhook_endpoint: ['recover', 'delete'],
    channel: ['revoke'],
    // A sheet at another address is recorded as integration.connect.
    integration: ['update', 'sync', 'revoke', 'redact', 'data_request', 'close_data_request'],
    member: ['revoke_invitation', 'remove', 'leave', 'change_role', 'end_sessions'],
    partner: ['unlink'],
  },
  'it is about signing in, which endUnproven ends by itself': {
    member: [
      'add_passkey',
      'remove_passkey',
      'enable_second_factor',
      'disable_second_factor',
      'remove_second_factor',
      'renew_recovery_codes',
      'use_recovery_code',
      'try_codes',
      'change_password',
      'reset_password',
      'set_password',
      'change_email',
      'prove_email',
    ],
  },
  'nobody whose mailbox is to be proven may do it (requireProven)': { member: ['invite', 'transfer_ownership'] },
  "the membership is the mailbox's owner's from then on": { member: ['add', 'join'], workspace: ['create', 'update'] },
  'the operator or a partner does it, and its end is the end of the link (admin/made-by.ts)': {
    merchant: ['create'],
    partner: ['link', 'create', 'update'],
    platform_key: ['mint', 'revoke'],
  },
  "the creator's portal opens one collaboration, to whoever may write here and sees its address on the page": {
    collaboration: ['invite', 'rotate_portal'],
  },
  'it hands out data once, and nothing that opens more later': {
    broadcast: ['export'],
    contact: ['export', 'export_person'],
    discount_batch: ['export'],
    statement: ['bank_details'],
    collaboration: ['address'],
  },
  'it is work of the workspace: content, sendings, money': {
    billing: ['checkout', 'cancel', 'discard', 'subscription_update'],
    blog_post: ['restore'],
    broadcast: ['send', 'cancel', 'test_end'],
    campaign: ['create', 'update', 'publish', 'close', 'complete', 'archive'],
    collaboration: [
      'update',
      'accept',
      'decline',
      'submit',
      'request_changes',
      'approve',
      'complete',
      'suspend',
      'reinstate',
      'end',
    ],
    commission: ['approve', 'decline'],
    contact: ['erase', 'merge', 'unmerge', 'undo_import'],
    conversation: ['assign', 'close', 'link', 'unsubscribe', 'keep_subscribed'],
    discount_batch: ['create', 'cancel'],
    discount_code: ['create', 'update', 'archive', 'rollback'],
    form: ['create', 'update', 'delete'],
    funnel: ['create', 'update', 'activate', 'publish', 'pause', 'enroll', 'exit', 'archive'],
    inbox: ['update'],
    marketing_campaign: ['create', 'update', 'archive', 'attach', 'detach'],
    program: ['create', 'update', 'activate', 'pause', 'archive'],
    referral_attribution: ['approve', 'decline'],
    referral_program: ['upsert'],
    saved_reply: ['create', 'update', 'delete'],
    statement: ['issue', 'pay', 'cancel'],
  },
};

it('is ended, or said not to be one, for every action that the audit log knows', () => {
  const opensNothing = Object.values(NO_WAY_IN).flatMap((nouns) =>
    Object.entries(nouns).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`)),
  );
  const recorded = new Set([...writtenActions(), ...documentedActions()]);
  expect([...WAYS_IN, ...opensNothing].sort()).toEqual([...recorded].sort());
});
