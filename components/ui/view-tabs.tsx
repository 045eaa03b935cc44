'use client';
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props<View extends string> {
  /** The name of the choice, for screen readers. */
  label: string;
  /** Each view and the word on its tab. */
  views: readonly { value: View; label: string }[];
  value: View;
  onChange: (view: View) => void;
  /** The content of each tab, drawn while the tab is chosen. */
  panels: Readonly<Record<View, ReactNode>>;
}

/** A page of several views, one at a time. */
export function ViewTabs<View extends string>({ label, views, value: chosen, onChange, panels }: Props<View>) {
  return (
    <Tabs
      value={chosen}
      onChange={(next) => onChange(views.find(({ value }) => value === next)?.value ?? chosen)}
      color="var(--ink)"
      keepMounted={false}
    >
      <Tabs.List mb="md" aria-label={label}>
        {views.map((view) => (
          <Tabs.Tab key={view.value} value={view.value}>
            {view.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {views.map(({ value }) => (
        <Tabs.Panel key={value} value={value}>
          {panels[value]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
