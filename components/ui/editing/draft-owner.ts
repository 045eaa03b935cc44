'use client';
import { createContext } from 'react';
import type { DraftPlace } from '@/components/ui/editing/draft-store';

/** The owner of the drafts that a page keeps; null where nobody is signed in, or it is not known yet. */
export const DraftOwner = createContext<Pick<DraftPlace, 'workspaceId' | 'userId'> | null>(null);
