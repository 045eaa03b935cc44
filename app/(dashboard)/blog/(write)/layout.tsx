import type { ReactNode } from 'react';
import { DashboardPage } from '@/app/dashboard-page';
import { OpenPost } from '@/app/(dashboard)/blog/open-post';

/** Holds the editor over both of its addresses: the first save leads from /new to the post's own without a break. */
export default function WriteLayout({ children }: { children: ReactNode }) {
  return (
    <DashboardPage
      texts={['blog', 'marketingCampaigns', 'uploads']}
      reads={({ trpc, client }) => [client.query(trpc.marketingCampaigns.selector.queryOptions())]}
    >
      {children}
      <OpenPost />
    </DashboardPage>
  );
}
