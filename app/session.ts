/** The session that a page is drawn for, asked once for all of it. */
import { headers } from 'next/headers';
import { cache } from 'react';
import { bridge } from '@/server/doors/bridge';

export const currentSession = cache(async () => bridge().session((await headers()).get('cookie')));
