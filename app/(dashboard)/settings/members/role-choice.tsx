'use client';
import { Radio, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useAccount } from '@/components/shell/use-account';
import { BELOW_ADMIN, GIVEN_ROLES, type GivenRole } from '@/server/platform/access/roles';

interface Props {
  value: GivenRole;
  onChange: (role: GivenRole) => void;
}

/** The roles that who is signed in can give, each with what it may do. */
export function RoleChoice({ value, onChange }: Props) {
  const t = useTranslations('settings.members');
  const isOwner = useAccount()?.workspace?.role === 'owner';
  const choose = (chosen: string) => {
    const role = GIVEN_ROLES.find((each) => each === chosen);
    if (role !== undefined) onChange(role);
  };
  return (
    <Radio.Group label={t('columns.role')} value={value} onChange={choose}>
      <Stack gap="sm" mt="xs">
        {GIVEN_ROLES.filter((role) => isOwner || BELOW_ADMIN.includes(role)).map((role) => (
          <Radio key={role} value={role} label={t(`roles.${role}`)} description={t(`may.${role}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
