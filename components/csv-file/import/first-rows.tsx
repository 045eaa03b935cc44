'use client';
import type { RowKind } from '@/components/csv-file/import/kind';
import type { RowMapping } from '@/components/csv/row';
import { Panel } from '@/components/ui/panel';
import classes from './row-import.module.css';

interface Props<Item extends object, Field extends string, Problem extends string> {
  kind: RowKind<Item, Field, Problem>;
  rows: readonly string[][];
  mapping: RowMapping<Field>;
}

/** The first rows of the file as what they become, while one maps. */
export function FirstRows<Item extends object, Field extends string, Problem extends string>({
  kind: { read, show, words },
  rows,
  mapping,
}: Props<Item, Field, Problem>) {
  return (
    <Panel title={words.first}>
      <ul className={classes.items}>
        {rows.map((cells, at) => {
          const outcome = read(cells, mapping);
          return (
            <li key={at}>
              {'field' in outcome ? (
                <>
                  <strong>{cells.find((cell) => cell.trim() !== '')}</strong>
                  <p className={classes.refused}>{words.problem(outcome.problem, outcome.field)}</p>
                </>
              ) : (
                show(outcome.item)
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
