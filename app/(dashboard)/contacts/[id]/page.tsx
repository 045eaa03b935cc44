import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DashboardPage } from '@/app/dashboard-page';
import { timelineOptions } from './contact-reads';
import { ContactDetail } from './contact-detail';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contacts'))('one') };
}

export default async function ContactPage({ params }: PageProps<'/contacts/[id]'>) {
  const { id } = await params;
  return (
    <DashboardPage
      texts={['contacts', 'enrolments']}
      reads={({ trpc, client }) => [
        client.query(trpc.contacts.get.queryOptions({ id })),
        client.query(trpc.contacts.standing.queryOptions({ id })),
        client.infiniteQuery(timelineOptions(trpc, id)),
      ]}
    >
      <ContactDetail id={id} />
    </DashboardPage>
  );
}
