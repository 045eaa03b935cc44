'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter, useSearchParams } from 'next/navigation';
import { useTRPC } from '@/app/trpc';
import { useBegunCampaign } from '@/components/campaign-select/use-begun-campaign';
import { useAccount } from '@/components/shell/use-account';
import type { CodeInput } from '@/app/(dashboard)/discount-codes/code';
import { CodeForm } from '@/app/(dashboard)/discount-codes/code-form';
import { FormPageSkeleton } from '@/components/ui/form-page-skeleton';
import { emptyValues, type CodeValues } from '@/app/(dashboard)/discount-codes/code-values';
import { notifySaved } from '@/components/ui/notify-saved';

/** Returns the values that the link of the empty list promises: something to change rather than to begin. */
const welcome = (description: string): Partial<CodeValues> => ({
  code: 'WELCOME10',
  description,
  value: 10,
  maxUsesPerCustomer: 1,
  public: true,
});

export function NewCode() {
  const t = useTranslations('discountCodes');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const address = useSearchParams();
  const sample = address.get('sample') === 'welcome';
  const marketingCampaignId = useBegunCampaign();
  const workspace = useAccount()?.workspace;
  const create = useMutation(trpc.discountCodes.create.mutationOptions());
  if (!workspace) return <FormPageSkeleton />;

  const save = async (input: CodeInput) => {
    const code = await create.mutateAsync(input);
    queryClient.setQueryData(trpc.discountCodes.get.queryKey({ id: code.id }), code);
    notifySaved({
      words: t('form.created', { code: code.code }),
      link: { href: `/discount-codes/new?after=${code.id}`, label: t('form.another') },
    });
    router.push(`/discount-codes/${code.id}`);
  };
  return (
    <CodeForm
      // Another one is begun anew, also by who asks for it before the page of the one that is saved is there.
      key={address.get('after')}
      title={t('form.newTitle')}
      code={null}
      initialValues={{
        ...emptyValues(workspace.currency),
        marketingCampaignId,
        ...(sample && welcome(t('form.sampleNote'))),
      }}
      back={{ href: '/discount-codes', label: t('title') }}
      submit={t('form.create')}
      editing={{ kind: 'code', record: null }}
      save={save}
    />
  );
}
