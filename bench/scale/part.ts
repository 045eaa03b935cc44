/** A part of `npm run bench -- --scale`: what more than one machine, or more rows than a shop has, does to Laris (docs/scale.md). */
export interface ScaleOptions {
  /** The whole test of docs/scale.md instead of its smaller form. */
  full: boolean;
  /** A folder that another system stands in, whose programs are run by chroot (root only); null: those of PATH. */
  root: string | null;
  /** Of the soak: minutes, and requests a second instead of half of what it finds; null: as the form has it. */
  minutes: number | null;
  rate: number | null;
  /** Of the large workspace: its contacts; null: as the form has it. */
  people: number | null;
  /** The folder of its database, which is kept and used again; null: one that is thrown away. */
  data: string | null;
  /** What is undone when all is over, the last first, also when somebody ends the bench. */
  undoLater(step: () => unknown): void;
}

export interface ScalePart {
  /** For `--only`. */
  name: string;
  title: string;
  /** What is missing on this machine for it, in words for whoever runs it; null when it can run. */
  missing(options: ScaleOptions): string | null;
  /** @param say a line of progress; @returns Markdown with the figures; @throws Error when what was to hold did not */
  run(say: (line: string) => void, options: ScaleOptions): Promise<string>;
}
