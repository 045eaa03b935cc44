'use client';
import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useContext, type ReactNode } from 'react';
import { OpenSearch } from '@/components/shell/open-search';
import { SMALL_ICON } from '@/components/ui/icon';

/** A page's own way to the search of the frame. */
export function SearchButton({ children }: { children: ReactNode }) {
  return (
    <Button variant="default" leftSection={<IconSearch {...SMALL_ICON} />} onClick={useContext(OpenSearch)}>
      {children}
    </Button>
  );
}
