/** What the worker can be asked to do with contacts; jobs.ts says how. Apart from it, so that services can ask. */
import { z } from 'zod';

export const WORK_IMPORT = {
  name: 'contacts.work-import',
  payload: z.object({ accountId: z.string(), importId: z.string() }),
};

/** One waiting job an import is enough: it does all that there is to do. */
export const keyOfImport = (importId: string): string => `contact-import:${importId}`;
