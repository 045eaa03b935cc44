'use client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLink, IconLinkOff, IconShieldCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs, useTRPCClient } from '@/app/trpc';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import classes from './chain-line.module.css';
import { useState } from 'react';

/** Verifies the chain in parts, so that a long one shows how far that is and no request takes long. */
type Verified = Pick<Outputs['auditLog']['verify'], 'ok' | 'checked' | 'firstBrokenId'>;

/** Entries: about a second. */
const PART = 50_000;

/** @returns the query, which runs when it is refetched, and how many entries it has seen so far */
function useVerification() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [seen, setSeen] = useState(0);
  const query = useQuery({
    queryKey: trpc.auditLog.verify.queryKey(),
    async queryFn({ signal }): Promise<Verified> {
      let checked = 0;
      let cursor: string | undefined;
      for (;;) {
        setSeen(checked);
        const part = await client.auditLog.verify.query({ limit: PART, cursor }, { signal });
        checked += part.checked;
        if (!part.ok || typeof part.cursor !== 'string')
          return { ok: part.ok, checked, firstBrokenId: part.firstBrokenId };
        cursor = part.cursor;
      }
    },
    // A result is old at the next visit, so the page does not keep it.
    enabled: false,
    gcTime: 0,
  });
  return { ...query, seen };
}

type State = Outputs['auditLog']['chain'];

interface Props {
  /** Shows the entry at which the chain is broken. */
  onShow: (id: string) => void;
}

/** The length of the chain of hashes, and, once it was asked for, whether it holds. Of an empty log nothing. */
export function ChainLine({ onShow }: Props) {
  const t = useTranslations('auditLog.chain');
  const trpc = useTRPC();
  const state = useQuery(trpc.auditLog.chain.queryOptions());
  const verification = useVerification();
  if (state.data === undefined || (state.data.entries === 0 && !state.data.isBackfilling)) return null;
  const verified = verification.data;
  const verify = () => {
    void verification.refetch();
    void state.refetch();
  };
  if (verification.isError && !verification.isFetching)
    return (
      <div className={classes.box}>
        <ErrorNotice error={verification.error} act="read" onRetry={verify} />
      </div>
    );
  if (verified?.ok === false)
    return (
      <Broken
        verified={verified}
        waiting={state.data.waiting}
        isVerifying={verification.isFetching}
        onVerify={verify}
        onShow={onShow}
      />
    );
  return (
    <div className={classes.line} data-verified={verified !== undefined}>
      {verified === undefined ? <IconLink {...SMALL_ICON} /> : <IconShieldCheck {...SMALL_ICON} />}
      <span role="status">
        {verification.isFetching && verification.seen > 0 ? (
          t('verifying', { seen: verification.seen, entries: state.data.entries })
        ) : (
          <Words state={state.data} verified={verified} />
        )}
      </span>
      <Button size="compact-xs" variant="default" loading={verification.isFetching} onClick={verify}>
        {t('verify')}
      </Button>
    </div>
  );
}

function Words({ state, verified }: { state: State; verified: Verified | undefined }) {
  const t = useTranslations('auditLog.chain');
  const { entries, newestAt, isBackfilling } = state;
  if (isBackfilling) return t('backfilling', { entries });
  const when = () => (newestAt === null ? null : <RelativeTime value={newestAt} inSentence />);
  return verified === undefined
    ? t.rich('chained', { entries, when })
    : t.rich('verified', { entries: verified.checked, when });
}

interface BrokenProps extends Props {
  verified: Verified;
  /** Entries that no worker has linked yet. */
  waiting: number;
  isVerifying: boolean;
  onVerify: () => void;
}

/** The place where the chain is broken, what that means, and what to do. */
function Broken({ verified: { checked, firstBrokenId }, waiting, isVerifying, onVerify, onShow }: BrokenProps) {
  const t = useTranslations('auditLog.chain');
  return (
    <div className={classes.broken} role="alert">
      <IconLinkOff {...ICON} />
      <div className={classes.words}>
        <strong>{t('broken.title', { checked })}</strong>
        <p>{t(firstBrokenId === null ? 'broken.gone' : 'broken.means')}</p>
        {waiting > 0 && <p>{t('broken.waiting', { waiting })}</p>}
        <p>{t('broken.todo')}</p>
        <div className={classes.acts}>
          {firstBrokenId !== null && (
            <Button size="xs" variant="default" onClick={() => onShow(firstBrokenId)}>
              {t('broken.show')}
            </Button>
          )}
          <Button size="xs" variant="default" loading={isVerifying} onClick={onVerify}>
            {t('broken.again')}
          </Button>
        </div>
      </div>
    </div>
  );
}
