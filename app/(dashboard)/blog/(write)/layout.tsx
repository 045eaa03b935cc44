import type { ReactNode } from 'react';
import { Texts } from '@/app/i18n/texts';
import { OpenPost } from '@/app/(dashboard)/blog/open-post';

/** Holds the editor over both of its addresses: the first save leads from /new to the post's own without a break. */
export default function WriteLayout({ children }: { children: ReactNode }) {
  return (
    <Texts of={['blog', 'marketingCampaigns', 'templates']}>
      {children}
      <OpenPost />
    </Texts>
  );
}
