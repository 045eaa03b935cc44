import { answerWith } from '@/app/document';

export const dynamic = 'force-dynamic';
export const GET = answerWith('blogPreview');
