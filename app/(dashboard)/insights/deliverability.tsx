'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Outputs } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { useFormat } from '@/components/ui/format';
import { None } from '@/components/ui/none';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import classes from './insights.module.css';

type Answer = Outputs['insights']['deliverability'];
type Verdict = Answer['sender']['verdict'];
type Figures = Answer['sender'];

interface Row extends Figures {
  /** Null: all others. */
  domain: string | null;
  domains: number;
  mailbox: Answer['domains'][number]['mailbox'];
}

const MARKS = { ok: 'on', warn: 'waiting', stop: 'failed' } as const;

/** The page where an owner of a domain sees what Gmail tells nobody else. */
const POSTMASTER_TOOLS = 'https://postmaster.google.com/';

/** The results of e-mails, domain by domain, and what mailbox providers make of them. */
export function Deliverability({ deliverability }: { deliverability: Answer }) {
  const t = useTranslations('insights.deliverability');
  const format = useFormat();
  const { sender, domains, others, thresholds, limited, windowDays, from } = deliverability;
  const columns = useColumns();
  if (sender.sent === 0)
    return (
      <Panel title={t('title')}>
        <p className={classes.none}>{t('empty', { days: windowDays })}</p>
      </Panel>
    );
  const rows: Row[] = [
    ...domains.map((row) => ({ ...row, domains: 1 })),
    ...(others === null ? [] : [{ ...others, domain: null, mailbox: null }]),
  ];
  const { complaints, bounces } = thresholds;
  const named = [...complaints.sources, ...bounces.sources];
  return (
    <Panel title={t('title')} aside={<Judged verdict={sender.verdict} />}>
      <p className={classes.sentence}>{t(sentenceOf(sender))}</p>
      <dl className={classes.figures}>
        <Figure label={t('sent')} value={format.number(sender.sent)} note={t('lastDays', { days: windowDays })} />
        <Figure
          label={t('delivered')}
          value={format.rate(sender.delivered / sender.sent)}
          note={format.number(sender.delivered)}
        />
        <Figure
          label={t('bounced')}
          value={sender.bounceRate === null ? null : format.rate(sender.bounceRate)}
          note={t('warnsFrom', { warn: format.rate(bounces.warn), stop: format.rate(bounces.stop) })}
          isBad={sender.because.includes('bounces')}
        />
        <Figure
          label={t('complained')}
          value={sender.complaintRate === null ? null : format.rate(sender.complaintRate)}
          note={t('warnsFrom', { warn: format.rate(complaints.warn), stop: format.rate(complaints.stop) })}
          isBad={sender.because.includes('complaints')}
        />
      </dl>
      <DataTable label={t('domains')} columns={columns} rows={rows} rowKey={({ domain }) => domain ?? ''} />
      <div className={classes.notes}>
        {limited && <p>{t('limited', { messages: sender.sent, from: format.dateTime(from) })}</p>}
        <p>
          {t('gmail')} <OutsideLink href={POSTMASTER_TOOLS}>{t('postmasterTools')}</OutsideLink>
        </p>
        <p>
          {t('thresholds')}{' '}
          {named.map(({ by, url }) => (
            <OutsideLink key={by} href={url}>
              {t(`by.${by}`)}
            </OutsideLink>
          ))}
        </p>
      </div>
    </Panel>
  );
}

const sentenceOf = ({ verdict, because }: Figures) => {
  if (verdict === null) return 'sentences.few' as const;
  if (verdict === 'ok') return 'sentences.ok' as const;
  return because.includes('complaints')
    ? (`sentences.${verdict}_complaints` as const)
    : (`sentences.${verdict}_bounces` as const);
};

function Judged({ verdict }: { verdict: Verdict }) {
  const t = useTranslations('insights.deliverability');
  return verdict === null ? (
    <Status kind="off">{t('verdicts.few')}</Status>
  ) : (
    <Status kind={MARKS[verdict]}>{t(`verdicts.${verdict}`)}</Status>
  );
}

interface FigureProps {
  label: string;
  /** Null: nobody tells. */
  value: string | null;
  note: string;
  isBad?: boolean;
}

function Figure({ label, value, note, isBad = false }: FigureProps) {
  return (
    <div data-bad={isBad || undefined}>
      <dt>{label}</dt>
      <dd>
        <output>{value ?? <None />}</output>
        <small>{note}</small>
      </dd>
    </div>
  );
}

function useColumns(): Column<Row>[] {
  const t = useTranslations('insights.deliverability');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'domain',
        head: t('columns.domain'),
        card: 'title',
        cell: ({ domain, domains, mailbox }) => (
          <span className={classes.name}>
            <span>{domain ?? t('others', { domains })}</span>
            {mailbox !== null && <span data-note>{t(`by.${mailbox}`)}</span>}
          </span>
        ),
      },
      {
        key: 'verdict',
        head: t('columns.verdict'),
        card: 'state',
        width: 9,
        cell: ({ verdict }) => <Judged verdict={verdict} />,
      },
      { key: 'sent', head: t('sent'), align: 'end', cell: ({ sent }) => format.number(sent) },
      {
        key: 'delivered',
        head: t('delivered'),
        align: 'end',
        card: 'hidden',
        priority: 1,
        cell: ({ delivered, sent }) => format.rate(delivered / sent),
      },
      {
        key: 'bounced',
        head: t('bounced'),
        align: 'end',
        priority: 2,
        cell: (row) => <Rate figures={row} of="bounces" />,
      },
      {
        key: 'complained',
        head: t('complained'),
        align: 'end',
        priority: 3,
        width: 8,
        cell: (row) => <Rate figures={row} of="complaints" />,
      },
    ],
    [t, format],
  );
}

/** The rate of bounces or complaints; the one that the verdict is for stands out. */
function Rate({ figures, of }: { figures: Figures; of: 'bounces' | 'complaints' }) {
  const format = useFormat();
  const rate = of === 'bounces' ? figures.bounceRate : figures.complaintRate;
  if (rate === null) return <None />;
  return (
    <span className={classes.rate} data-verdict={figures.because.includes(of) ? figures.verdict : undefined}>
      {format.rate(rate)}
    </span>
  );
}
