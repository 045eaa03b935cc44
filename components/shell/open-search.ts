import { createContext } from 'react';

/** Opens the palette of the frame that a page stands in. */
export const OpenSearch = createContext<() => void>(() => undefined);
