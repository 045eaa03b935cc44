'use client';
import { Radio, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import * as z from 'zod';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import type { FunnelDefinitionIn } from '@/server/modules/automation/funnels/definition-schema';
import { RECIPE_NAMES } from '@/server/modules/automation/funnels/vocabulary';
import classes from './funnels.module.css';

const BLANK = 'blank';
/** One step, so that there is a place to begin at. */
const EMPTY: FunnelDefinitionIn = {
  trigger: { type: 'manual' },
  steps: [{ id: 's1', kind: 'delay', config: { minutes: 60 } }],
};

/** A name, and what it begins with. @param recipe the key of the one that is chosen at first */
export function NewFunnelDrawer({ opened, recipe, onClose }: { opened: boolean; recipe: string; onClose: () => void }) {
  const t = useTranslations('funnels.form');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      <RecipesThenForm recipe={recipe} />
    </FormDrawer>
  );
}

/** The form comes with the recipes: made before them, a funnel of a recipe would begin with nothing. */
function RecipesThenForm({ recipe }: { recipe: string }) {
  const names = RECIPE_NAMES[useLocale()];
  const query = useQuery(useTRPC().funnels.recipes.queryOptions());
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton height={320} />;
  return <NewFunnel recipe={recipe} recipes={query.data.recipes.map((each) => ({ ...each, ...names[each.key] }))} />;
}

type Recipes = Outputs['funnels']['recipes']['recipes'];

function NewFunnel({ recipe, recipes }: { recipe: string; recipes: Recipes }) {
  const t = useTranslations('funnels.form');
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(trpc.funnels.create.mutationOptions());
  const nameOf = (key: string): string => recipes.find((each) => each.key === key)?.name ?? '';
  const { form, ...state } = useResourceForm({
    schema: z.object({ name: z.string().min(1).max(120), recipe: z.string() }),
    initialValues: { name: nameOf(recipe), recipe: recipe === '1' || recipe === '' ? BLANK : recipe },
    toInput: ({ name, recipe: chosen }) => ({ name: name.trim(), recipe: chosen }),
    codes: { NAME_TAKEN: { field: 'name', words: t('taken') } },
    editing: { kind: 'funnel', record: null, labels: { name: t('name'), recipe: t('begin') } },
    save: async ({ name, recipe: chosen }) => {
      const definition = recipes.find(({ key }) => key === chosen)?.definition ?? EMPTY;
      const made = await create.mutateAsync({ name, definition: { ...definition, onePerAddress: true } });
      router.push(`/funnels/${made.id}`);
    },
  });
  const pick = (key: string) => {
    const isOwn = form.values.name.trim() !== '' && form.values.name !== nameOf(form.values.recipe);
    form.setValues({ recipe: key, ...(!isOwn && { name: nameOf(key) }) });
  };
  return (
    <DrawerForm of={{ ...state, busy: state.busy || state.saved }} submit={t('create')}>
      <TextInput
        label={t('name')}
        placeholder={t('placeholder')}
        data-autofocus
        autoFocus
        maxLength={120}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Radio.Group label={t('begin')} value={form.values.recipe} onChange={pick}>
        <div className={classes.choices}>
          {[...recipes, { key: BLANK, name: t('blank'), description: t('blankHelp') }].map(
            ({ key, name, description }) => (
              <label key={key} className={classes.choice}>
                <Radio value={key} size="xs" aria-label={name} />
                <span>
                  <strong>{name}</strong>
                  <small>{description}</small>
                </span>
              </label>
            ),
          )}
        </div>
      </Radio.Group>
    </DrawerForm>
  );
}
