import { redirect } from 'next/navigation';

/** The address without a page of its own, which people type. */
export default function SettingsPage(): never {
  redirect('/settings/workspace');
}
