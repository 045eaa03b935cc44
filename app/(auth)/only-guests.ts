import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { bridge } from '@/server/doors/bridge';

/** For pages that are of no use to who is signed in: leads on. @param next a path of ours */
export async function onlyGuests(next = '/'): Promise<void> {
  const session = await bridge().session((await headers()).get('cookie'));
  if (session !== null && session.accountId !== null) redirect(next);
}
