/** The e-mail as one contact would get it: compiled as by a send, with merge tags filled in as by the worker. */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { previewAudience } from '@/server/modules/messaging/broadcasts/audience-preview';
import { compileEmailContent, type CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';
import { contentOf } from '@/server/modules/messaging/broadcasts/content';
import { mergeColumns, mergeValuesOf, type MergeRow } from '@/server/modules/messaging/broadcasts/merge-values';
import { emailRender } from '@/server/modules/messaging/broadcasts/render-content';
import { LEFT_OUT, type PreviewedMessage, type PreviewInput } from '@/server/modules/messaging/broadcasts/schema';
import { previewLink, unsubscribeLabel } from '@/server/platform/email/unsubscribe-link';

interface Reader extends MergeRow {
  shopName: string;
  country: string;
}

const findReader = workspaceStatement<Reader, [contactId: string]>(
  'broadcasts.preview-reader',
  `SELECT ${mergeColumns('c')}, a.name AS "shopName", a.country
    FROM (SELECT * FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2) c
   CROSS JOIN LATERAL (SELECT * FROM "Account" a WHERE a.id = ${THIS_WORKSPACE} OFFSET 0) a`,
);

/**
 * Builds the preview. Nothing is stored, and the unsubscribe link leads nowhere. @throws AppError NOT_FOUND, VALIDATION
 */
export async function previewMessage(
  db: WorkspaceDb,
  services: CompileServices,
  { contactId, content }: PreviewInput,
): Promise<PreviewedMessage> {
  const { settings } = services;
  const reader = orNotFound((await db.rows(findReader, contactId))[0]);
  const email = contentOf(await compileEmailContent(db, services, content), 'email') ?? {};
  const tags = settings.extensions.has('merge-tags') ? 'broadcasts' : null;
  const { subject, preheader, html, text } = emailRender(
    email,
    tags,
  )({
    values: mergeValuesOf(reader, reader.shopName),
    link: previewLink(settings.baseUrl, unsubscribeLabel(reader.country)),
  });
  const audience = await previewAudience(db, { providers: ['email_p1'], audience: { contactIds: [contactId] } });
  return {
    subject: subject ?? '',
    preheader: preheader ?? '',
    html: html ?? '',
    text: text ?? '',
    mergeTags: tags !== null,
    leftOut: LEFT_OUT.find((reason) => reason === audience.providers[0]?.leftOut[0]?.reason) ?? null,
  };
}
