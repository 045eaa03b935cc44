'use client';
import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DraftOwner } from '@/components/ui/editing/draft-owner';
import {
  readDraft,
  removeDraft,
  withoutSecrets,
  withSecretsOf,
  writeDraft,
  type Draft,
  type DraftPlace,
} from '@/components/ui/editing/draft-store';
import { same } from '@/components/ui/editing/same';

const PAUSE_MS = 500;

interface Options<Fields> {
  /** The kind of editor and the id of its record; null: no draft is kept. */
  of: Pick<DraftPlace, 'kind' | 'record'> | null;
  secrets: readonly string[] | undefined;
  values: Fields;
  /** The values that count as saved, and their version. */
  base: Fields;
  version: string | null | undefined;
  dirty: boolean;
  /** A save is under way. */
  sending: boolean;
  onRestore: (draft: Draft<Fields>) => void;
}

/** The draft that a person finds when they come back. */
export interface DraftOffer {
  /** The time of the last writing, ISO 8601. */
  at: string;
  /** True when the record was saved since the draft was begun. */
  isOutdated: boolean;
  restore: () => void;
  discard: () => void;
}

/** Keeps a draft of what is typed, half a second after the last key, and offers the one that was left here. */
export function useDraft<Fields extends object>(options: Options<Fields>) {
  const { of, secrets, values, base, version, dirty, sending, onRestore } = options;
  const owner = use(DraftOwner);
  const place = of !== null && owner !== null ? { ...of, ...owner } : null;
  const name = place && JSON.stringify(place);
  const [{ looked, offer }, look] = useState<{ looked: string | null; offer: Draft<Fields> | null }>({
    looked: null,
    offer: null,
  });
  const setOffer = (next: Draft<Fields> | null) => look({ looked: name, offer: next });
  const isKept = useRef(false);
  if (place !== null && looked !== name) {
    const found = readDraft<Fields>(place);
    const isNews = found !== null && !same(found.values, withoutSecrets(values, secrets));
    setOffer(isNews ? found : null);
  }

  const write = (): void => {
    if (place === null) return;
    isKept.current = true;
    writeDraft(
      place,
      {
        at: new Date().toISOString(),
        base,
        values,
        ...(version !== undefined && { version }),
        ...(offer !== null && { before: offer }),
      },
      secrets,
    );
  };
  /** Removes the draft of what was typed here. A draft that nobody has decided on stays. */
  const clear = (): void => {
    isKept.current = false;
    if (place === null) return;
    if (offer === null) removeDraft(place);
    else writeDraft(place, offer, secrets);
  };

  const writeLater = useEffectEvent(write);
  const clearNow = useEffectEvent(() => isKept.current && clear());
  useEffect(() => {
    if (name === null) return;
    if (!dirty) {
      // Typed, and taken back by hand.
      if (!sending) clearNow();
      return;
    }
    const timer = setTimeout(() => writeLater(), PAUSE_MS);
    return () => clearTimeout(timer);
    // A version that was saved meanwhile is what the rest of the typing goes on from.
  }, [name, values, dirty, sending, version]);

  const leave = useEffectEvent(() => {
    // What is being sent was written before, and goes when it has arrived.
    if (dirty && !sending) write();
  });
  useEffect(() => {
    const onHide = () => leave();
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      onHide();
    };
  }, []);

  const found: DraftOffer | null = offer && {
    at: offer.at,
    isOutdated: offer.version !== undefined && offer.version !== version,
    restore: () => {
      // What was typed meanwhile can be had back in the same way.
      setOffer(
        dirty ? { at: new Date().toISOString(), base, values, ...(version !== undefined && { version }) } : null,
      );
      onRestore({
        ...offer,
        base: withSecretsOf(base, offer.base),
        values: withSecretsOf(values, offer.values),
      });
    },
    discard: () => {
      setOffer(offer.before ?? null);
      if (place === null) return;
      if (offer.before) writeDraft(place, offer.before, secrets);
      else removeDraft(place);
    },
  };
  return { offer: found, write, clear };
}
