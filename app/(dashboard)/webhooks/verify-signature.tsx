'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CodeBlock } from '@/components/ui/code-block';
import { FilterChips } from '@/components/ui/filter-chips';
import { Panel } from '@/components/ui/panel';
import { STANDARD_NODE, STANDARD_SHELL, SVC_NODE, SVC_SHELL } from './verify-code';
import classes from './webhooks.module.css';

const SCHEMES = ['svc', 'standard'] as const;
const LANGUAGES = ['node', 'shell'] as const;
const CODE = { svc: { node: SVC_NODE, shell: SVC_SHELL }, standard: { node: STANDARD_NODE, shell: STANDARD_SHELL } };

/** How a receiver tells that a delivery is ours, by either of the two signatures that it carries. */
export function VerifySignature() {
  const t = useTranslations('webhooks.verify');
  const [scheme, setScheme] = useState<(typeof SCHEMES)[number]>('svc');
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>('node');
  return (
    <Panel title={t('title')} className={classes.verify}>
      <div className={classes.stack}>
        <p className={classes.help}>{t('lead')}</p>
        <div className={classes.chips}>
          <FilterChips
            label={t('scheme')}
            options={SCHEMES.map((value) => ({ value, label: t(`schemes.${value}`) }))}
            value={scheme}
            onChange={setScheme}
          />
          <FilterChips
            label={t('language')}
            options={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
            value={language}
            onChange={setLanguage}
          />
        </div>
        <CodeBlock code={CODE[scheme][language]} label={t('code')} help={t(`help.${scheme}`)} />
      </div>
    </Panel>
  );
}
