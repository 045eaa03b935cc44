'use client';
import { IconUpload } from '@tabler/icons-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { ICON } from '@/components/ui/icon';
import classes from './drop-zone.module.css';

interface Props {
  /** The invitation to drop: “Drop a CSV file here”. */
  title: string;
  /** The button's words: “Choose a file”. */
  choose: string;
  help?: string;
  /** As of an input: `.csv,text/csv`. What is dropped is not held to it. */
  accept: string;
  busy?: boolean;
  onFile: (file: File) => void;
}

const carriesFiles = (event: { dataTransfer: DataTransfer | null }): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** A place for one file: dropped, or chosen by a button that the keyboard reaches too. */
export function DropZone({ title, choose, help, accept, busy = false, onFile }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file && !busy) onFile(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div
      className={classes.zone}
      data-over={over || undefined}
      aria-busy={busy}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={onDrop}
    >
      <span className={classes.icon}>
        <IconUpload {...ICON} />
      </span>
      <p className={classes.title}>{title}</p>
      {help && (
        <p className={classes.help} id={`${id}-help`}>
          {help}
        </p>
      )}
      <label className={classes.choose}>
        <input
          ref={input}
          type="file"
          accept={accept}
          disabled={busy}
          aria-describedby={help ? `${id}-help` : undefined}
          onChange={(event) => {
            take(event.currentTarget.files);
            // The same file chosen again is a choice too.
            event.currentTarget.value = '';
          }}
        />
        {choose}
      </label>
    </div>
  );
}
