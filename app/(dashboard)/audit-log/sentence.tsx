'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { knownAction, type Entry } from './known';

/** Returns words for who did it: a person or a key by name, the operator, Laris itself. */
export function useActor(): (entry: Pick<Entry, 'actorKind' | 'actorName' | 'actorHandle'>) => string {
  const t = useTranslations('auditLog.actors');
  return ({ actorKind, actorName, actorHandle }) => {
    const name = actorName ?? actorHandle;
    return name === null ? t(`${actorKind}.unnamed`) : t(`${actorKind}.named`, { name });
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
/** A plan by its id, `growth` or `GROWTH`. */
const planName = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1).toLowerCase();

/** An entry as a sentence: “Ani revoked the API key Storefront”. What has no words yet shows its code. */
export function Sentence({ entry }: { entry: Entry }): ReactNode {
  const t = useTranslations('auditLog');
  const actor = useActor()(entry);
  const action = knownAction(entry.action);
  const parts = {
    actor: () => <strong>{actor}</strong>,
    subject: (words: ReactNode) => <strong>{entry.subject ?? words}</strong>,
  };
  if (action === undefined) return t.rich('sentences.other', { ...parts, action: entry.action });
  const { plan, previousPlan, status, ids, merged, created, canceled, stoppedBy } = entry.data;
  return t.rich(`sentences.${action}`, {
    ...parts,
    count: countOf(ids),
    merged: typeof merged === 'number' ? merged : 1,
    plan: planName(textOf(plan)),
    previousPlan: planName(textOf(previousPlan)),
    status: textOf(status),
    renewed: String(plan === previousPlan),
    created: String(created === true),
    canceled: String(canceled === true),
    stopped: String(typeof stoppedBy === 'string'),
  });
}
