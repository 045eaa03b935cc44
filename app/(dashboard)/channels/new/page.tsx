import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { Gallery } from './gallery';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('channels'))('gallery.title') };
}

export default function NewChannelPage() {
  return (
    <DashboardPage
      texts={['channels']}
      reads={({ trpc, client }) => [client.query(trpc.channels.setup.queryOptions())]}
    >
      <Gallery />
    </DashboardPage>
  );
}
