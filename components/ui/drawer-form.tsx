'use client';
import { Button, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import type { Editor } from '@/components/ui/editing/use-editor';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions } from '@/components/ui/form-drawer';

interface Props<Values extends object> {
  /** The result of `useResourceForm`. */
  of: { formProps: ComponentProps<'form'>; failure: unknown; busy: boolean; editor: Editor<Values> };
  /** The verb of the button that saves. */
  submit: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** The form in a drawer: its notices, its fields, what went wrong, the way back and the button that saves. */
export function DrawerForm<Values extends object>({ of, submit, children }: Props<Values>) {
  const { formProps, failure, busy, editor } = of;
  return (
    <form {...formProps}>
      <EditorNotices editor={editor} />
      <Stack gap="lg">
        {children}
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
      </FormActions>
    </form>
  );
}
