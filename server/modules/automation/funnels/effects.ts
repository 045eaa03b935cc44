/** The effects of a batch beside moving on: gathered, and written set by set (docs/contract/funnels.md#steps). */
import { orderedId } from '@/server/platform/db/new-id';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';

type Db = Pick<StatementTx, 'rows' | 'now'>;

/** A message as its row is inserted. */
export interface MadeMessage {
  /** Makes a content of the message's own from its step's content; left out: the message uses the step's. */
  ownContent?: (content: unknown) => unknown;
  id: string;
  funnelId: string;
  stepId: string;
  enrolmentId: string;
  /** Null when the message goes to a channel itself and not to a contact. */
  contactId: string | null;
  channelId: string;
  provider: string;
  recipient: string;
  contentId: string;
}

const findContents = workspaceStatement<{ id: string; family: string; content: unknown }, [ids: string[]]>(
  'funnels.contents',
  `SELECT c.id, c.family, c.content FROM "MessageContent" c WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])`,
);

const insertContents = workspaceStatement<never, [contents: string, now: Date]>(
  'funnels.insert-contents',
  `INSERT INTO "MessageContent" ("accountId", id, family, content, "createdAt")
   SELECT $1, c.id, c.family, c.content, $3::timestamptz
     FROM jsonb_to_recordset($2::jsonb) AS c(id text, family text, content jsonb)`,
);

const insertMessages = workspaceStatement<
  never,
  [
    ids: string[],
    funnelIds: string[],
    stepIds: string[],
    enrolmentIds: string[],
    contactIds: (string | null)[],
    channelIds: string[],
    providers: string[],
    recipients: string[],
    contentIds: string[],
    now: Date,
  ]
>(
  'funnels.insert-messages',
  `INSERT INTO "MarketingMessage" ("accountId", id, "funnelId", "funnelStepId", "enrolmentId", "contactId",
    "channelIntegrationId", provider, recipient, "contentId", status, "createdAt", "updatedAt", "claimableAt")
   SELECT $1, m.*, 'queued', $11::timestamptz, $11::timestamptz, $11::timestamptz
   FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
     $10::text[])
     AS m(id, funnel, step, enrolment, contact, channel, provider, recipient, content)`,
);

const updateContacts = workspaceStatement<never, [changes: string, now: Date]>(
  'funnels.update-contacts',
  `UPDATE "Contact" c SET attributes = (c.attributes || n.added) - n.removed, "updatedAt" = $3::timestamptz
   FROM (SELECT * FROM jsonb_to_recordset($2::jsonb) AS u(id text, added jsonb, removed text[])) n
   WHERE c."accountId" = $1 AND c.id = n.id AND (c.attributes || n.added) - n.removed IS DISTINCT FROM c.attributes`,
);

/** Locks lists in the order of their ids, before their members, as contact-lists does. */
const lockLists = workspaceStatement<{ id: string }, [listIds: string[]]>(
  'funnels.lock-lists',
  `SELECT l.id FROM "ContactList" l WHERE l."accountId" = $1 AND l.id = ANY ($2::text[]) ORDER BY l.id FOR NO KEY UPDATE`,
);
const addMembers = workspaceStatement<never, [listIds: string[], contactIds: string[], now: Date]>(
  'funnels.add-members',
  `INSERT INTO "ContactListMember" ("accountId", "listId", "contactId", "addedAt")
   SELECT $1, m.list, m.contact, $4::timestamptz FROM unnest($2::text[], $3::text[]) AS m(list, contact)
   CROSS JOIN LATERAL (SELECT FROM "ContactList" l WHERE l."accountId" = ${THIS_WORKSPACE} AND l.id = m.list OFFSET 0) l
     ON CONFLICT DO NOTHING`,
);
const removeMembers = workspaceStatement<never, [listIds: string[], contactIds: string[]]>(
  'funnels.remove-members',
  `DELETE FROM "ContactListMember" m USING unnest($2::text[], $3::text[]) AS g(list, contact)
   WHERE m."accountId" = $1 AND m."listId" = g.list AND m."contactId" = g.contact`,
);

interface ListChange {
  listId: string;
  contactId: string;
  adds: boolean;
}

/** The most own contents that one statement inserts. */
const CONTENTS_AT_ONCE = 50;

export class Effects {
  private readonly messages: MadeMessage[] = [];
  private readonly attributes = new Map<string, Readonly<Record<string, unknown>>>();
  private readonly lists: ListChange[] = [];

  constructor(private readonly db: Db) {}

  message(message: MadeMessage): void {
    this.messages.push(message);
  }

  /** null removes. */
  updateContact(contactId: string, attributes: Readonly<Record<string, unknown>>): void {
    this.attributes.set(contactId, { ...this.attributes.get(contactId), ...attributes });
  }

  list(change: ListChange): void {
    this.lists.push(change);
  }

  /** Writes all effects gathered since the last write. */
  async write(): Promise<void> {
    await this.writeContacts();
    await this.writeLists();
    await this.writeMessages();
  }

  private async writeContacts(): Promise<void> {
    if (this.attributes.size === 0) return;
    const changes = [...this.attributes].map(([id, attributes]) => ({
      id,
      added: Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)),
      removed: Object.keys(attributes).filter((key) => attributes[key] === null),
    }));
    this.attributes.clear();
    await this.db.rows(updateContacts, JSON.stringify(changes), this.db.now);
  }

  /** Writes changes of lists. If a contact is both added to a list and removed, the last change counts. */
  private async writeLists(): Promise<void> {
    if (this.lists.length === 0) return;
    const last = new Map(this.lists.map((change) => [`${change.listId} ${change.contactId}`, change]));
    this.lists.length = 0;
    const changes = [...last.values()];
    await this.db.rows(lockLists, [...new Set(changes.map(({ listId }) => listId))]);
    const columns = (adds: boolean): [string[], string[]] => {
      const of = changes.filter((change) => change.adds === adds);
      return [of.map(({ listId }) => listId), of.map(({ contactId }) => contactId)];
    };
    const [added, addedContacts] = columns(true);
    const [removed, removedContacts] = columns(false);
    if (added.length > 0) await this.db.rows(addMembers, added, addedContacts, this.db.now);
    if (removed.length > 0) await this.db.rows(removeMembers, removed, removedContacts);
  }

  /** Inserts contents for the messages that have their own. */
  private async writeContents(messages: readonly MadeMessage[]): Promise<void> {
    const asking = messages.filter(({ ownContent }) => ownContent !== undefined);
    if (asking.length === 0) return;
    const ids = [...new Set(asking.map(({ contentId }) => contentId))];
    const found = new Map((await this.db.rows(findContents, ids)).map((row) => [row.id, row]));
    for (let at = 0; at < asking.length; at += CONTENTS_AT_ONCE) {
      const own = asking.slice(at, at + CONTENTS_AT_ONCE).flatMap((message) => {
        const stepContent = found.get(message.contentId);
        if (stepContent === undefined || message.ownContent === undefined) return [];
        message.contentId = orderedId();
        const { family, content } = stepContent;
        return [{ id: message.contentId, family, content: message.ownContent(content) }];
      });
      await this.db.rows(insertContents, JSON.stringify(own), this.db.now);
    }
  }

  private async writeMessages(): Promise<void> {
    if (this.messages.length === 0) return;
    const messages = this.messages.splice(0);
    await this.writeContents(messages);
    const column = <Value>(of: (message: MadeMessage) => Value): Value[] => messages.map(of);
    await this.db.rows(
      insertMessages,
      column(({ id }) => id),
      column(({ funnelId }) => funnelId),
      column(({ stepId }) => stepId),
      column(({ enrolmentId }) => enrolmentId),
      column(({ contactId }) => contactId),
      column(({ channelId }) => channelId),
      column(({ provider }) => provider),
      column(({ recipient }) => recipient),
      column(({ contentId }) => contentId),
      this.db.now,
    );
  }
}
