import { useTranslations } from 'next-intl';
import { ROLES } from '@/server/resources/accounts/vocabulary';
import classes from './members.module.css';

/** What each role may do. */
export function Roles() {
  const t = useTranslations('settings.members');
  return (
    <section aria-labelledby="roles" className={classes.roles}>
      <h2 id="roles">{t('rolesTitle')}</h2>
      <dl>
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{t(`roles.${role}`)}</dt>
            <dd>{t(`may.${role}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
