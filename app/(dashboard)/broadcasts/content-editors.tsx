'use client';
import { Tabs } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Faults } from '@/components/email/document-faults';
import { MergeTagsNotice } from '@/components/email/merge-tags-notice';
import { CATALOG, type Family } from '@/server/providers/catalog';
import { ContentEmail } from './content-email';
import { ContentPush } from './content-push';
import { ContentSms } from './content-sms';
import { ContentText } from './content-text';
import { ContentWebhook } from './content-webhook';
import { ContentWhatsapp } from './content-whatsapp';
import { isDocument, partOf, type Draft } from './draft';

/** What is given to the editor of a family. */
export interface PartProps {
  part: Record<string, unknown>;
  onChange: (part: Record<string, unknown>) => void;
}

/** The families of the picked providers, in the order of picking. */
export const familiesOf = (providers: Draft['providers']): Family[] => [
  ...new Set(providers.flatMap((id) => CATALOG.get(id)?.family ?? [])),
];

/** What is compiled from blocks follows them at the next save only. */
const writtenIn = ({ html, text, ...part }: Record<string, unknown>): Record<string, unknown> =>
  isDocument(part.blocks) ? part : { html, text, ...part };

/** The editor of a family, with what its receiver sees beside it. */
export function FamilyContent({ family, faults, ...props }: PartProps & { family: Family; faults: Faults }) {
  switch (family) {
    case 'email':
      return <ContentEmail {...props} faults={faults} />;
    case 'sms':
      return <ContentSms {...props} />;
    case 'push':
      return <ContentPush {...props} />;
    case 'whatsapp':
      return <ContentWhatsapp {...props} />;
    case 'webhook':
      return <ContentWebhook {...props} />;
    default:
      return <ContentText family={family} {...props} />;
  }
}

/** One tab for each kind of channel: an e-mail is not a text message. */
export function ContentEditors({
  families,
  content,
  faults,
  onChange,
}: {
  families: readonly Family[];
  content: Record<string, unknown>;
  faults: Faults;
  onChange: (family: Family, part: Record<string, unknown>) => void;
}) {
  const t = useTranslations('broadcasts.families');
  const editor = (family: Family) => {
    const part = partOf(content, family);
    return (
      <>
        <MergeTagsNotice content={writtenIn(part)} />
        <FamilyContent family={family} part={part} faults={faults} onChange={(next) => onChange(family, next)} />
      </>
    );
  };
  const [first] = families;
  if (first === undefined) return null;
  if (families.length === 1) return editor(first);
  return (
    <Tabs defaultValue={first} color="var(--ink)" keepMounted={false}>
      <Tabs.List mb="lg">
        {families.map((family) => (
          <Tabs.Tab key={family} value={family}>
            {t(family)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {families.map((family) => (
        <Tabs.Panel key={family} value={family}>
          {editor(family)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
