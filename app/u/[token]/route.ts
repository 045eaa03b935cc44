import { answerWith } from '@/app/document';

export const dynamic = 'force-dynamic';
export const GET = answerWith('unsubscribe');
export const POST = GET;
