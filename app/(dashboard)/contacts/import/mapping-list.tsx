'use client';
import type { Mapping } from '@/components/csv/contact-columns';
import type { FileSummary } from '@/components/csv/inspect';
import { ColumnList } from '@/components/csv-file/column-list';
import type { ColumnFault } from './mapping-faults';
import { MappingRow } from './mapping-row';

interface Props {
  summary: FileSummary;
  mapping: Mapping;
  faults: readonly (ColumnFault | null)[];
  onChange: (mapping: Mapping) => void;
}

/** Every column of the file, in its order. */
export function MappingList({ summary: { columns, rows, language }, mapping, faults, onChange }: Props) {
  return (
    <ColumnList>
      {columns.map((column, at) => (
        <MappingRow
          key={column.header}
          column={column}
          rows={rows}
          language={language}
          target={mapping[at] ?? { kind: 'ignore' }}
          fault={faults[at] ?? null}
          onChange={(target) => onChange(mapping.map((old, place) => (place === at ? target : old)))}
        />
      ))}
    </ColumnList>
  );
}
