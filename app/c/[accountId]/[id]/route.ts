import { answerWith } from '@/app/document';

export const dynamic = 'force-dynamic';
export const GET = answerWith('creatorOffer');
export const POST = GET;
