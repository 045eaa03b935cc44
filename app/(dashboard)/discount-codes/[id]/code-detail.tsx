'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Code } from '@/app/(dashboard)/discount-codes/code';
import { CodePage } from '@/app/(dashboard)/discount-codes/code-page';
import { CodeStatus } from '@/app/(dashboard)/discount-codes/code-status';
import { CopyCode } from '@/app/(dashboard)/discount-codes/copy-code';
import { SampleCart } from '@/app/(dashboard)/discount-codes/sample-cart';
import { useCodeWords } from '@/app/(dashboard)/discount-codes/use-code-words';
import { useTRPC } from '@/app/trpc';
import { PageHead } from '@/components/ui/page-head';
import { CodeActions } from './code-actions';
import { CodeApi } from './code-api';
import { CodeChart } from './code-chart';
import { CodeDetailSkeleton } from './code-detail-skeleton';
import { CodeFigures } from './code-figures';
import { activityOptions } from './code-reads';
import { CodeRules } from './code-rules';
import { InShops } from './in-shops';
import { Redemptions } from './redemptions';
import { ShareCode } from './share-code';
import classes from './code-detail.module.css';

/** Everything about one code: its rules, what it did, a cart to try it on, and how to call it. */
export function CodeDetail({ id }: { id: string }) {
  return (
    <CodePage id={id} skeleton={<CodeDetailSkeleton />}>
      {(code) => <About code={code} />}
    </CodePage>
  );
}

function About({ code }: { code: Code }) {
  const t = useTranslations('discountCodes');
  const words = useCodeWords();
  const activity = useQuery(activityOptions(useTRPC(), code.id));
  const terms = words.terms(code);
  const title = (
    <span className={classes.title}>
      {code.code}
      <CopyCode code={code.code} />
    </span>
  );
  return (
    <>
      <PageHead
        title={title}
        aside={<CodeStatus code={code} />}
        lead={terms === '' ? words.gives(code) : t('detail.lead', { gives: words.gives(code), terms })}
        back={{ href: '/discount-codes', label: t('title') }}
        action={<CodeActions code={code} />}
      />
      <div className={classes.page}>
        <CodeFigures code={code} activity={activity.data} />
        <CodeChart
          code={code}
          activity={activity.data}
          error={activity.error}
          onRetry={() => void activity.refetch()}
        />
        <CodeRules code={code} />
        <InShops codeId={code.id} />
        <ShareCode code={code} />
        <Redemptions code={code} />
        <CodeApi code={code} />
        <SampleCart className={classes.cart} subject={{ kind: 'saved', code }} rules={code} />
      </div>
    </>
  );
}
