import { faultsOf, type Faults } from '@/components/email/document-faults';
import { isRecord } from '@/server/platform/lib/narrow';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { BlockDocument } from '@/server/platform/email/blocks-schema';
import type { Broadcast, Template } from './broadcast';

/** The values that the composer holds. */
export interface Draft {
  name: string;
  providers: ProviderId[];
  audience: {
    listIds: string[];
    segmentIds: string[];
    contactIds: string[];
    /** Writes to one of several people with one address. */
    onePerAddress?: boolean;
    /** A draft kept in the browser may be from before there was one. */
    exclude?: { listIds: string[]; segmentIds: string[]; contactIds?: string[] };
  };
  /** By channel family. What belongs to a family that is not picked is kept, so that picking it again finds it. */
  content: Record<string, unknown>;
  marketingCampaignId: string | null;
  /** The most messages in an hour. */
  perHour: number | null;
  /** `09:00`, at each person's own hour. */
  localTime: string | null;
  /** Opens and clicks of its e-mail are counted. */
  tracking: boolean;
  utm: { source?: string; medium?: string; campaign?: string } | null;
  test: DraftTest | null;
}

export type DraftTest = NonNullable<Broadcast['test']>;

export const draftOf = (broadcast: Broadcast | null): Draft => ({
  name: broadcast?.name ?? '',
  providers: broadcast?.providers ?? [],
  audience: {
    listIds: broadcast?.audience.listIds ?? [],
    segmentIds: broadcast?.audience.segmentIds ?? [],
    contactIds: broadcast?.audience.contactIds ?? [],
    onePerAddress: broadcast === null || broadcast.audience.onePerAddress === true,
    exclude: {
      listIds: broadcast?.audience.exclude?.listIds ?? [],
      segmentIds: broadcast?.audience.exclude?.segmentIds ?? [],
      contactIds: broadcast?.audience.exclude?.contactIds ?? [],
    },
  },
  content: broadcast?.content ?? {},
  marketingCampaignId: broadcast?.marketingCampaignId ?? null,
  perHour: broadcast?.perHour ?? null,
  localTime: broadcast?.localTime ?? null,
  tracking: broadcast?.tracking ?? false,
  utm: broadcast?.utm ?? null,
  test: broadcast?.test ?? null,
});

/**
 * Returns the values for a copy of a broadcast: all that the composer holds of it, except the campaign that it is filed
 * under.
 */
export function copyOf(broadcast: Broadcast): Omit<Draft, 'marketingCampaignId'> {
  const { marketingCampaignId: _campaign, ...fields } = draftOf(broadcast);
  return fields;
}

/** Returns the initial values of a test: the content as it is, and room for another subject. */
export const begunTest = (): DraftTest => ({
  variants: [{}, {}],
  share: 20,
  metric: 'opened',
  hours: 4,
});

/** A, B, C, D. */
export const letterOf = (place: number): string => String.fromCharCode(65 + place);

/** The subject of the e-mail as it is written. */
export const subjectOfDraft = ({ content }: Pick<Draft, 'content'>): string =>
  textOf(partOf(content, 'email'), 'subject');

/** A template is a broadcast without audience (docs/contract/broadcasts.md#templates). */
export const fromTemplate = ({ name, providers, content, blocks }: Template): Draft => ({
  ...draftOf(null),
  name,
  providers,
  content: blocks === null ? content : { ...content, email: emailFrom({ content, blocks }) },
});

/** A template's e-mail; of blocks also what stands in a mailbox before it is opened, as the blocks have it. */
export const emailFrom = ({ content, blocks }: Pick<Template, 'content' | 'blocks'>): Record<string, unknown> => ({
  ...partOf(content, 'email'),
  ...(blocks !== null && { subject: blocks.subject ?? '', preheader: blocks.preheader ?? '', blocks }),
});

/** The content of one family, as an object. */
export const partOf = (content: Record<string, unknown>, family: string): Record<string, unknown> =>
  isRecord(content[family]) ? content[family] : {};

/** A field of it as text. */
export const textOf = (part: Record<string, unknown>, key: string): string =>
  typeof part[key] === 'string' ? part[key] : '';

/** Checks whether a free-form value has the shape of a block document; blockFaults tells what is wrong inside. */
export const isDocument = (value: unknown): value is BlockDocument => isRecord(value) && Array.isArray(value.blocks);

/**
 * Returns the faults that keep the e-mail's blocks from being saved; nothing when it has no blocks, or is not sent by
 * e-mail.
 */
export function blockFaults({ content }: Pick<Draft, 'content'>, t: Parameters<typeof faultsOf>[1]): Faults {
  const { blocks } = partOf(content, 'email');
  return isDocument(blocks) ? faultsOf(blocks, t) : {};
}
