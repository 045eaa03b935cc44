'use client';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Brings an element into sight with each new refusal: forms are long, and what was pressed stands elsewhere.
 * @param refusal what the last try was refused with; null or undefined: nothing to show
 */
export function useIntoSight<Shown extends HTMLElement>(refusal: unknown): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  useEffect(() => {
    if (refusal !== null && refusal !== undefined) element.current?.scrollIntoView({ block: 'center' });
  }, [refusal]);
  return element;
}
