/** Funnels to begin with, in the workspace's language (docs/contract/funnels.md#recipes). */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { DEFAULT_ACCENT, type BlockDocument } from '@/server/platform/email/blocks-schema';
import { languageIn, type Language } from '@/server/platform/lib/language';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import {
  definition as schema,
  type FunnelDefinition,
  type FunnelDefinitionIn,
} from '@/server/modules/automation/funnels/definition-schema';
import { RECIPE_LETTERS, type Letter } from '@/server/modules/automation/funnels/recipe-texts';
import { RECIPE_NAMES, RECIPES, type RecipeKey } from '@/server/modules/automation/funnels/vocabulary';

/** The workspace's values that fill a recipe. */
interface Ingredients {
  currency: string;
  /** The e-mail channel that is there, or the first provider of e-mails. */
  provider: ProviderId;
  /** The newest list. Without a list, the recipe contains an unknown id, which is reported as a problem. */
  listId: string;
}

const findIngredients = workspaceStatement<Ingredients & { country: string }>(
  'funnels.ingredients',
  `SELECT a.country, a.currency, coalesce(c.provider, 'email_p1') AS provider, coalesce(l.id, 'list') AS "listId"
   FROM "Account" a
   LEFT JOIN LATERAL (SELECT h.provider FROM "ChannelIntegration" h
     WHERE h."accountId" = $1 AND h.status = 'active' AND h.provider LIKE 'email%'
     ORDER BY h."createdAt" DESC, h.id DESC LIMIT 1) c ON true
   LEFT JOIN LATERAL (SELECT k.id FROM "ContactList" k WHERE k."accountId" = $1 ORDER BY k."createdAt" DESC, k.id DESC
     LIMIT 1) l ON true
   WHERE a.id = $1`,
);

type StepIn = FunnelDefinitionIn['steps'][number];

const DAYTIME = { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '20:00' };

/** Returns an e-mail as a document of blocks, so that the composer can open it. */
function mailOf({ subject, text, button }: Letter): { subject: string; blocks: BlockDocument } {
  const blocks: BlockDocument['blocks'] = [
    { kind: 'header', brandName: '{brandName}' },
    { kind: 'text', body: text },
    ...(button === undefined ? [] : [{ kind: 'cta' as const, label: button, url: '{cartUrl}' }]),
  ];
  return { subject, blocks: { subject, preheader: '', accentColor: DEFAULT_ACCENT, blocks } };
}

export const recipeOf = (key: RecipeKey, of: Ingredients, language: Language): FunnelDefinition =>
  schema.parse(definitionOf(key, of, language));

function definitionOf(
  key: RecipeKey,
  { provider, currency, listId }: Ingredients,
  language: Language,
): FunnelDefinitionIn {
  const letters = RECIPE_LETTERS[language][key];
  const send = (id: string, letter: Letter | undefined, next: string | null): StepIn => ({
    id,
    kind: 'send',
    config: { provider, content: { email: letter === undefined ? {} : mailOf(letter) } },
    next,
  });
  const delay = (id: string, days: number, next: string): StepIn => ({
    id,
    kind: 'delay',
    config: { days, at: '09:00' },
    next,
  });
  const code = (id: string, prefix: string, hours: number, next: string): StepIn => ({
    id,
    kind: 'mint_code',
    config: { type: 'percent', value: 10, currency, prefix, expiresInHours: hours },
    next,
  });
  const whole = { sendWindow: DAYTIME, frequencyCap: { max: 3, perDays: 7 } } as const;
  const bought = (withinDays: number) => ({ event: 'purchase', withinDays, exit: true }) as const;
  switch (key) {
    case 'welcome':
      return {
        ...whole,
        trigger: { type: 'list_added', listId },
        goal: bought(14),
        steps: [
          send('hello', letters[0], 'wait1'),
          delay('wait1', 2, 'story'),
          send('story', letters[1], 'wait2'),
          delay('wait2', 3, 'code'),
          code('code', 'WELCOME', 168, 'gift'),
          send('gift', letters[2], null),
        ],
      };
    case 'cart':
      return {
        ...whole,
        trigger: { type: 'abandoned_cart' },
        reentry: { mode: 'after_days', days: 14 },
        exits: ['purchase'],
        goal: bought(7),
        holdoutPercent: 10,
        steps: [
          {
            id: 'hour',
            kind: 'wait_until',
            config: { any: [{ event: 'purchase' }, { event: 'cart.recovered' }], minutes: 60 },
            next: null,
            timeout: 'reminder',
          },
          send('reminder', letters[0], 'day'),
          delay('day', 1, 'help'),
          send('help', letters[1], 'days'),
          delay('days', 2, 'code'),
          code('code', 'CART', 48, 'offer'),
          send('offer', letters[2], null),
        ],
      };
    case 'win_back':
      return {
        ...whole,
        trigger: { type: 'order_placed' },
        reentry: { mode: 'always' },
        goal: bought(90),
        steps: [
          {
            id: 'quiet',
            kind: 'wait_until',
            config: { any: [{ event: 'purchase' }], minutes: 60 * 24 * 60 },
            next: null,
            timeout: 'miss',
          },
          send('miss', letters[0], 'week'),
          delay('week', 7, 'code'),
          code('code', 'BACK', 168, 'gift'),
          send('gift', letters[1], null),
        ],
      };
    case 'after_purchase':
      return {
        ...whole,
        trigger: { type: 'order_placed' },
        reentry: { mode: 'after_days', days: 30 },
        steps: [
          delay('day', 1, 'thanks'),
          send('thanks', letters[0], 'weeks'),
          delay('weeks', 14, 'ask'),
          send('ask', letters[1], null),
        ],
      };
    case 'birthday':
      return {
        ...whole,
        trigger: { type: 'date', attribute: 'birthday', at: '09:00' },
        reentry: { mode: 'after_days', days: 300 },
        goal: bought(14),
        steps: [code('code', 'BIRTHDAY', 336, 'wish'), send('wish', letters[0], null)],
      };
  }
}

export interface Recipe {
  key: RecipeKey;
  name: string;
  description: string;
  definition: FunnelDefinition;
}

export async function recipes(db: WorkspaceDb): Promise<Recipe[]> {
  const { country, ...ingredients } = orNotFound((await db.rows(findIngredients))[0]);
  const language = languageIn(country);
  return RECIPES.map((key) => {
    return { key, ...RECIPE_NAMES[language][key], definition: recipeOf(key, ingredients, language) };
  });
}
