'use client';
import { HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';

/** The workspace that the frame around a page was drawn for; null outside of one. */
export const DrawnFor = createContext<string | null>(null);

interface Props {
  /** The workspace that the data belong to. */
  workspaceId: string;
  state: DehydratedState;
  children: ReactNode;
}

/**
 * Lays data into the cache that what stands inside reads from. Where another tab went into another workspace, a link
 * brings data of that one into the frame of this one: it is left out, and the calls of the page find out and ask.
 */
export function Hydrated({ workspaceId, state, children }: Props) {
  const drawnFor = useContext(DrawnFor);
  return (
    <HydrationBoundary state={drawnFor === null || drawnFor === workspaceId ? state : null}>
      {children}
    </HydrationBoundary>
  );
}
