import { TemplatesSkeleton } from '@/app/(dashboard)/templates/templates-skeleton';

export default function Loading() {
  return <TemplatesSkeleton />;
}
