'use client';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { LIMITS, type Limit } from '@/components/plan-limits';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { CURRENCIES, hasLapsed, type Currency, type Offer, type Overview } from './overview';
import type { CheckoutOpener } from './use-checkout';
import classes from './plans.module.css';

interface Props {
  offer: Offer;
  /** The currency that a checkout bills in. */
  currency: Currency;
  overview: Overview;
  /** Beside the plan that is enforced. */
  place: 'current' | 'larger' | 'smaller';
  /** The one that is recommended: the next larger. */
  isNext: boolean;
  isBuyable: boolean;
  checkout: CheckoutOpener;
  onChoose: () => void;
}

/** A plan: its price, what it has and has not, and the way to it. */
export function PlanCard({ offer, currency, overview, place, isNext, isBuyable, checkout, onChoose }: Props) {
  const t = useTranslations('billing.plans');
  const plans = useTranslations('shell.plans');
  const format = useFormat();
  const name = plans(offer.id);
  return (
    <section
      className={classes.card}
      // The limits, and the support.
      style={{ '--features': LIMITS.length + 1 }}
      data-current={place === 'current' || undefined}
      aria-label={name}
    >
      <header className={classes.cardHead}>
        <h3>{name}</h3>
        {place === 'current' && <span className={classes.badge}>{t('current')}</span>}
        {place !== 'current' && offer.id === overview.subscription.plan && (
          <span className={classes.badge}>{t('stored')}</span>
        )}
      </header>
      <p className={classes.price}>
        <strong>{format.money(offer.prices[currency], currency)}</strong>{' '}
        <span>{t(offer.id === 'free' ? 'forever' : 'aMonth')}</span>
        {offer.id !== 'free' &&
          CURRENCIES.filter((other) => other !== currency).map((other) => (
            <span key={other} className={classes.other}>
              {t('or', { price: format.money(offer.prices[other], other) })}
            </span>
          ))}
      </p>
      <ul className={classes.features}>
        {LIMITS.map((limit) => (
          <Feature key={limit} name={limit} value={offer.limits[limit]} />
        ))}
        <li>
          <IconCheck {...SMALL_ICON} />
          <span>{t(`support.${offer.id}`)}</span>
        </li>
      </ul>
      <div className={classes.way}>
        <Way
          offer={offer}
          overview={overview}
          place={place}
          isNext={isNext}
          isBuyable={isBuyable}
          checkout={checkout}
          onChoose={onChoose}
        />
      </div>
    </section>
  );
}

function Feature({ name, value }: { name: Limit; value: number | boolean }) {
  const t = useTranslations('billing.plans');
  const format = useFormat();
  const has = value !== false && value !== 0;
  const words =
    typeof value === 'boolean'
      ? t(`features.${name as 'pixels'}`)
      : t(`limits.${name as 'contacts'}`, { count: value, number: format.number(value) });
  return (
    <li data-missing={!has || undefined}>
      {has ? <IconCheck {...SMALL_ICON} /> : <IconMinus {...SMALL_ICON} />}
      <span>
        {!has && <VisuallyHidden>{t('without')} </VisuallyHidden>}
        {words}
      </span>
    </li>
  );
}

function Way({
  offer,
  overview,
  place,
  isNext,
  isBuyable,
  checkout,
  onChoose,
}: Pick<Props, 'offer' | 'overview' | 'place' | 'isNext' | 'isBuyable' | 'checkout' | 'onChoose'>) {
  const t = useTranslations('billing.plans');
  const plans = useTranslations('shell.plans');
  const { subscription, payment } = overview;
  const ends = subscription.status === 'canceling';
  const isStored = offer.id === subscription.plan && hasLapsed(overview);
  if (offer.id === 'free') {
    if (place === 'current' || payment === null || hasLapsed(overview)) return null;
    return ends ? (
      <p className={classes.note}>{t('comes')}</p>
    ) : (
      <Button fullWidth variant="default" onClick={onChoose}>
        {t('toFree')}
      </Button>
    );
  }
  if (place === 'current' && !(ends && payment !== null)) return null;
  const verb = place === 'current' ? 'keep' : isStored ? 'renew' : place === 'larger' ? 'upgrade' : 'change';
  const isOpening = checkout.isOpening(offer.id);
  return (
    <Button
      fullWidth
      variant={isNext || isStored ? 'filled' : 'default'}
      disabled={!isBuyable || (checkout.busy && !isOpening)}
      loading={isOpening}
      onClick={onChoose}
    >
      {t(`verbs.${verb}`, { plan: plans(offer.id) })}
    </Button>
  );
}
