'use client';
import { createContext } from 'react';

/** Closes the drawer that a form stands in. */
export const CloseContext = createContext<() => void>(() => undefined);
