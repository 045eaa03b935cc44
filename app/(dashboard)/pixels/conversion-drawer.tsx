'use client';
import { useTranslations } from 'next-intl';
import { CodeBlock } from '@/components/ui/code-block';
import { DateTime } from '@/components/ui/date-time';
import { Fact, Facts } from '@/components/ui/facts';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useFormat } from '@/components/ui/format';
import { Money } from '@/components/ui/money';
import { ConversionAnswer, ConversionStatus, type Conversion } from './conversion-table';
import classes from './pixels.module.css';

/** One event: what is known of it, and exactly what the vendor gets. */
export function ConversionDrawer({ conversion, onClose }: { conversion: Conversion | undefined; onClose: () => void }) {
  const t = useTranslations('pixels.conversions');
  return (
    <FormDrawer
      opened={conversion !== undefined}
      onClose={onClose}
      title={conversion === undefined ? '' : conversion.isTest ? t('test') : t('detail.title')}
    >
      {conversion !== undefined && <Content conversion={conversion} />}
    </FormDrawer>
  );
}

function Content({ conversion }: { conversion: Conversion }) {
  const t = useTranslations('pixels.conversions');
  const format = useFormat();
  const { value, currency, valueFrom, customerId, hasEmail, dueAt, sentAt } = conversion;
  const known = [
    ...(hasEmail ? [t('detail.email')] : []),
    ...(customerId === null ? [] : [t('detail.customer', { id: customerId })]),
  ];
  return (
    <div className={classes.codes}>
      <Facts labels="8rem">
        <Fact label={t('detail.eventId')}>
          <span className={classes.id}>{conversion.eventId}</span>
        </Fact>
        <Fact label={t('columns.to')}>{t(`to.${conversion.destination}`)}</Fact>
        <Fact label={t('columns.status')}>
          <ConversionStatus conversion={conversion} />
        </Fact>
        <Fact label={t('columns.answer')}>
          <ConversionAnswer conversion={conversion} />
        </Fact>
        {value !== null && currency !== null && (
          <Fact label={t('columns.value')}>
            <Money amount={value} currency={currency} />{' '}
            {valueFrom !== null && <span className={classes.soft}>{t(`detail.from.${valueFrom}`)}</span>}
          </Fact>
        )}
        <Fact label={t('detail.known')}>{known.length === 0 ? t('detail.nobody') : known.join(', ')}</Fact>
        <Fact label={t('columns.attempts')}>{format.number(conversion.attempts)}</Fact>
        <Fact label={t('detail.occurred')}>
          <DateTime value={conversion.occurredAt} />
        </Fact>
        {sentAt !== null && (
          <Fact label={t('detail.sent')}>
            <DateTime value={sentAt} />
          </Fact>
        )}
        {dueAt !== null && (
          <Fact label={t('detail.due')}>
            <DateTime value={dueAt} />
          </Fact>
        )}
      </Facts>
      <CodeBlock
        code={JSON.stringify(conversion.event, null, 2)}
        label={t('detail.event')}
        help={t(conversion.status === 'sent' ? 'detail.eventSent' : 'detail.eventHelp', {
          to: t(`to.${conversion.destination}`),
        })}
      />
    </div>
  );
}
