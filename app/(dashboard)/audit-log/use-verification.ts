'use client';
/** Verifies the chain in parts, so that a long one shows how far that is and no request takes long. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC, useTRPCClient, type Outputs } from '@/app/trpc';

export type Verified = Pick<Outputs['auditLog']['verify'], 'ok' | 'checked' | 'firstBrokenId'>;

/** Entries: about a second. */
const PART = 50_000;

/** @returns the query, which runs when it is refetched, and how many entries it has seen so far */
export function useVerification() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [seen, setSeen] = useState(0);
  const query = useQuery({
    queryKey: trpc.auditLog.verify.queryKey(),
    async queryFn({ signal }): Promise<Verified> {
      let checked = 0;
      let cursor: string | undefined;
      for (;;) {
        setSeen(checked);
        const part = await client.auditLog.verify.query({ limit: PART, cursor }, { signal });
        checked += part.checked;
        if (!part.ok || typeof part.cursor !== 'string')
          return { ok: part.ok, checked, firstBrokenId: part.firstBrokenId };
        cursor = part.cursor;
      }
    },
    // What was found is of that moment: another look at the page begins anew.
    enabled: false,
    gcTime: 0,
  });
  return { ...query, seen };
}
