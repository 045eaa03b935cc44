/**
 * The values that fields of funnels accept, and their bounds (docs/contract/funnels.md). The dashboard imports this
 * file too, so it must not import Node or zod.
 */
import type { Language } from '@/server/platform/lib/language';

export const FUNNEL_STATUSES = ['draft', 'live', 'paused', 'archived'] as const;
export type FunnelStatus = (typeof FUNNEL_STATUSES)[number];

export const TRIGGER_TYPES = [
  'list_added',
  'abandoned_cart',
  'order_placed',
  'event',
  'segment_entered',
  'date',
  'manual',
] as const;
export type TriggerKind = (typeof TRIGGER_TYPES)[number];

export const STEP_KINDS = [
  'send',
  'delay',
  'wait_until',
  'condition',
  'split',
  'mint_code',
  'update_contact',
  'list',
  'exit',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export const REENTRY_MODES = ['once', 'after_days', 'always'] as const;
export const EXIT_RULES = ['purchase', 'left_list', 'left_segment'] as const;
export type ExitRule = (typeof EXIT_RULES)[number];

/**
 * The events that wait_until can wait for. Message events may name a step, list_added a list, and event a name that the
 * shop reports.
 */
export const WAIT_EVENTS = [
  'purchase',
  'cart.recovered',
  'order.refunded',
  'message.opened',
  'message.clicked',
  'message.replied',
  'list_added',
  'event',
] as const;
export type WaitEvent = (typeof WAIT_EVENTS)[number];
export const GOAL_EVENTS = [
  'purchase',
  'message.clicked',
  'message.replied',
  'list_added',
  'discount.redeemed',
] as const;
export type GoalEvent = (typeof GOAL_EVENTS)[number];
/** The answers about a step's message that a condition can ask for. */
export const MESSAGE_ANSWERS = ['sent', 'delivered', 'opened', 'clicked', 'failed', 'skipped'] as const;
export type MessageAnswer = (typeof MESSAGE_ANSWERS)[number];
export const SPLIT_METRICS = ['goal', 'clicked', 'opened'] as const;
export type SplitMetric = (typeof SPLIT_METRICS)[number];

export const WAITING_FOR = ['time', 'event', 'window', 'channel', 'code'] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

/** The reasons why a person is not enrolled, in the order in which they are checked. */
export const REFUSALS = [
  'PLAN_LIMIT',
  'STALE',
  'CART_OPTED_OUT',
  'ALREADY_RECOVERED',
  'INSIDE',
  'REENTRY',
  'ENTRY_FILTER',
  'TOO_MANY',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The problems that keep a funnel from going live, and a change from being published. */
export const PROBLEMS = [
  'UNREACHABLE_STEP',
  'CYCLE',
  'UNKNOWN_TARGET',
  'NO_EFFECT',
  'UNKNOWN_LIST',
  'UNKNOWN_SEGMENT',
  'UNKNOWN_TEMPLATE',
  'MISSING_CONTENT',
] as const;
/** Warnings that are shown but refuse nothing. */
export const WARNINGS = [
  'TRIGGER_GONE',
  'TEMPLATE_CHANGED',
  'WHATSAPP_NEEDS_TEMPLATE',
  'UNREACHABLE_PROVIDER',
  'NO_DISCOUNT_CODE',
  'LONG_WAIT',
] as const;
export const PROBLEM_CODES = [...PROBLEMS, ...WARNINGS] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];
export const isBlocking = (code: ProblemCode): boolean => (PROBLEMS as readonly ProblemCode[]).includes(code);

/** Why a step's message was not made. */
export const SKIPS = ['NO_CHANNEL', 'NO_RECIPIENT', 'FREQUENCY_CAP', 'CODE_NOT_IN_SHOP', 'SAME_ADDRESS'] as const;
export type Skip = (typeof SKIPS)[number];

/** The outcomes of a simulated step. done: a split, or a change of the contact or a list; the reason gives details. */
export const SIMULATED = ['sent', 'skipped', 'held', 'waits', 'minted', 'yes', 'no', 'exits', 'done'] as const;
export type SimulatedOutcome = (typeof SIMULATED)[number];

/** Why people leave that no step says. */
export const EXIT_REASONS = [
  'recovered',
  'purchase',
  'cart_opted_out',
  'left_list',
  'left_segment',
  'goal',
  'unsubscribed',
  'overdue',
  'archived',
] as const;

export const INSIDE_MODES = ['stay', 'move'] as const;
export const OVERDUE_MODES = ['shift', 'run', 'exit'] as const;

/** Funnels of a workspace that are not archived. */
export const MOST_FUNNELS = 200;
/** The largest number of funnels that one contact can be in at a time. */
export const MOST_AT_A_TIME = 20;
export const MOST_STEPS = 50;
/** Characters of a definition, as JSON. */
export const LONGEST_DEFINITION = 500_000;
/** The most people that one call enrols. */
export const MOST_ENROLLED = 100_000;

export const RECIPES = ['welcome', 'cart', 'win_back', 'after_purchase', 'birthday'] as const;
export type RecipeKey = (typeof RECIPES)[number];

/** The names of recipes: the API uses the workspace's language, the dashboard its reader's. */
export const RECIPE_NAMES: Readonly<
  Record<Language, Readonly<Record<RecipeKey, { name: string; description: string }>>>
> = {
  en: {
    welcome: {
      name: 'Welcome',
      description: 'Three messages to people who join a list. The last one has a personal code.',
    },
    cart: {
      name: 'Cart in three steps',
      description: 'Waits an hour for the purchase, reminds, offers help, and finally sends a personal code.',
    },
    win_back: { name: 'Win back', description: 'Writes to customers who have not bought again for 60 days.' },
    after_purchase: {
      name: 'After the purchase',
      description: 'Says thank you after a day, and asks after two weeks how customers like their order.',
    },
    birthday: { name: 'Birthday', description: 'Best wishes and a personal code on the birthday.' },
  },
  id: {
    welcome: {
      name: 'Sambutan',
      description:
        'Tiga pesan untuk setiap orang yang masuk ke daftar. Pesan terakhir berisi kode khusus untuk orang itu.',
    },
    cart: {
      name: 'Keranjang dalam tiga langkah',
      description: 'Menunggu pembelian selama satu jam, mengingatkan, menawarkan bantuan, lalu mengirim kode khusus.',
    },
    win_back: {
      name: 'Ajak kembali',
      description: 'Mengirim pesan ke pelanggan yang sudah 60 hari tidak belanja lagi.',
    },
    after_purchase: {
      name: 'Setelah pembelian',
      description: 'Mengucapkan terima kasih setelah satu hari, lalu menanyakan pendapat pelanggan setelah dua minggu.',
    },
    birthday: { name: 'Ulang tahun', description: 'Ucapan selamat dan kode khusus pada hari ulang tahun.' },
  },
};
