'use client';
import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconPencil,
  IconTrash,
  IconUser,
  IconTemplate,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { isMovable, move } from '@/app/(dashboard)/funnels/definition/edits';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import type { Step, StepOf } from '@/server/modules/automation/funnels/step-schema';
import { isBlocking } from '@/server/modules/automation/funnels/vocabulary';
import type { Board } from './board';
import { KIND_ICONS } from './step-kinds';
import classes from './editor.module.css';
import { useQuery } from '@tanstack/react-query';
import { isDocument, partOf, textOf } from '@/app/(dashboard)/broadcasts/draft';
import { useTRPC } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { isRecord } from '@/server/platform/lib/narrow';
import { providerEntry } from '@/server/platform/vendors/catalog';

/** A message at a glance, as it stands in an inbox or a chat. */
function MessageGlance({ step }: { step: StepOf<'send'> }) {
  const t = useTranslations('funnels.editor');
  const brand = useAccount()?.workspace?.name ?? '';
  /** As somebody would read it of whom nothing is known. */
  const filled = (text: string): string =>
    text.replaceAll('{brandName}', () => brand).replaceAll(/\{[A-Za-z]+\|([^{}]*)\}/g, '$1');
  const { templateId, content, provider } = step.config;
  if (templateId !== undefined) return <TemplateGlance id={templateId} />;
  const { family } = providerEntry(provider);
  const part = partOf(isRecord(content) ? content : {}, family);
  if (family === 'email') {
    const subject = filled(textOf(part, 'subject'));
    const line = filled(textOf(part, 'preheader') || bodyOf(part)).replaceAll(/\s+/g, ' ');
    if (subject === '' && line === '') return <p className={classes.glance}>{t('noMessage')}</p>;
    return (
      <p className={classes.mail}>
        <strong>{subject}</strong>
        <span>{line}</span>
      </p>
    );
  }
  const text = [textOf(part, 'title'), textOf(part, 'body'), textOf(part, 'text')].filter((each) => each !== '');
  if (text.length > 0) return <p className={classes.bubble}>{filled(text.join('\n'))}</p>;
  return <p className={classes.glance}>{t(Object.keys(part).length === 0 ? 'noMessage' : 'ownMessage')}</p>;
}

/** Returns the first words of an e-mail, and not the name above them. */
function bodyOf(part: Record<string, unknown>): string {
  const first = isDocument(part.blocks) ? part.blocks.blocks.find(({ kind }) => kind === 'text') : undefined;
  return first?.kind === 'text' ? first.body : textOf(part, 'text');
}

/** By its name: what it holds is looked at in its step. */
function TemplateGlance({ id }: { id: string }) {
  const t = useTranslations('funnels.editor');
  const { data } = useQuery(useTRPC().broadcasts.templates.list.queryOptions());
  const template = data?.templates.find((each) => each.id === id);
  return (
    <p className={classes.glance}>
      <IconTemplate {...SMALL_ICON} />
      {data === undefined ? ' ' : t('template', { name: template?.name ?? t('goneTemplate') })}
    </p>
  );
}

/** One step: what it does in words, its message as it arrives, who stands there, and what is wrong with it. */
export function StepCard({ step, board }: { step: Step; board: Board }) {
  const t = useTranslations('funnels.editor');
  const { words, nameOf, numbers, peopleAtSteps, isReadOnly } = board;
  const format = useFormat();
  const problems = board.problems.filter(({ stepId }) => stepId === step.id);
  const people = peopleAtSteps.get(step.id) ?? 0;
  const KindIcon = KIND_ICONS[step.kind];
  const title = words.title(step);
  const summary = words.summary(step, nameOf);
  const number = numbers.get(step.id) ?? 0;
  return (
    <article className={classes.card} data-kind={step.kind} data-problem={problems.length > 0 || undefined}>
      <button type="button" className={classes.face} data-step={step.id} onClick={() => board.open(step.id)}>
        <span className={classes.mark} data-kind={step.kind}>
          <KindIcon {...SMALL_ICON} />
        </span>
        <span className={classes.what}>
          <strong>
            <span className={classes.number}>{number}</span> {title}
          </strong>
          {summary !== '' && <span>{summary}</span>}
        </span>
        {people > 0 && (
          <span className={classes.people}>
            <IconUser size={14} stroke={1.75} aria-hidden />
            <span aria-hidden>{format.number(people)}</span>
            <VisuallyHidden>{t('here', { count: people })}</VisuallyHidden>
          </span>
        )}
      </button>
      {step.kind === 'send' && <MessageGlance step={step} />}
      {problems.map(({ code, message }) => (
        <p key={code + message} className={classes.fault} data-blocking={isBlocking(code) || undefined}>
          <IconAlertTriangle {...SMALL_ICON} />
          {words.problem({ code })}
        </p>
      ))}
      {!isReadOnly && (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon
              className={classes.more}
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('more', { number })}
            >
              <IconDots {...SMALL_ICON} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil {...SMALL_ICON} />} onClick={() => board.open(step.id)}>
              {t('edit')}
            </Menu.Item>
            {isMovable(step) && (
              <>
                <Menu.Item
                  leftSection={<IconArrowUp {...SMALL_ICON} />}
                  disabled={move(board.definition, step.id, 'up') === undefined}
                  onClick={() => board.shift(step.id, 'up')}
                >
                  {t('up')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconArrowDown {...SMALL_ICON} />}
                  disabled={move(board.definition, step.id, 'down') === undefined}
                  onClick={() => board.shift(step.id, 'down')}
                >
                  {t('down')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconCopy {...SMALL_ICON} />}
                  disabled={board.isFull}
                  onClick={() => board.copy(step.id)}
                >
                  {t('copy')}
                </Menu.Item>
              </>
            )}
            <Menu.Item leftSection={<IconTrash {...SMALL_ICON} />} color="red" onClick={() => board.take(step.id)}>
              {t('remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </article>
  );
}
