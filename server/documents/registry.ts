/** The public documents by name: what `bridge().document` makes for the Next route handlers under app/. */
import type { Document } from '@/server/documents/document';
import { cartUnsubscribeDocument } from '@/server/resources/abandoned-cart/documents';
import * as blog from '@/server/resources/blog/documents';
import { unsubscribeDocument } from '@/server/resources/broadcasts/documents';
import { offerDocument, offersDocument } from '@/server/resources/campaigns/documents';
import { confirmDocument, portalDocument } from '@/server/resources/collaborations/documents';
import { sharedCodeDocument } from '@/server/resources/discount-codes/documents';
import { confirmationDocument, formDocument } from '@/server/resources/forms/documents';
import { invitationDocument } from '@/server/resources/referrals/documents';
import {
  metaCatalogueDocument,
  shoppingFeedDocument,
  tiktokCatalogueDocument,
} from '@/server/resources/feeds/documents';

export const DOCUMENTS = {
  blogList: blog.listDocument,
  blogPost: blog.postDocument,
  blogPreview: blog.previewPage,
  blogFeed: blog.feedDocument,
  blogSitemap: blog.sitemapDocument,
  shoppingFeed: shoppingFeedDocument,
  metaCatalogue: metaCatalogueDocument,
  tiktokCatalogue: tiktokCatalogueDocument,
  unsubscribe: unsubscribeDocument,
  cartUnsubscribe: cartUnsubscribeDocument,
  creatorOffers: offersDocument,
  creatorOffer: offerDocument,
  creatorPortal: portalDocument,
  applicationConfirmation: confirmDocument,
  sharedCode: sharedCodeDocument,
  invitation: invitationDocument,
  form: formDocument,
  formConfirmation: confirmationDocument,
} as const satisfies Record<string, Document>;

export type DocumentName = keyof typeof DOCUMENTS;
