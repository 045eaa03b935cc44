'use client';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Collaboration } from '@/app/(dashboard)/collaborations/creator';
import { useTRPC } from '@/app/trpc';
import { useMay } from '@/components/shell/use-may';

/** Whoever opens it has seen what the creator did; what comes later is unread again. */
export function useMarkRead({ id, unreadAt }: Pick<Collaboration, 'id' | 'unreadAt'>): void {
  const isTheirs = useMay()('write');
  const { mutate } = useMutation(useTRPC().collaborations.read.mutationOptions());
  useEffect(() => {
    if (isTheirs && unreadAt !== undefined && document.visibilityState === 'visible') mutate({ id, seen: unreadAt });
  }, [isTheirs, id, unreadAt, mutate]);
}
