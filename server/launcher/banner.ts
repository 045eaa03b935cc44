/** The text that the operator sees when all is running. */
import path from 'node:path';
import type { DemoLogin } from '@/prisma/seed';

export function banner(baseUrl: string, demo: DemoLogin | null, colours: boolean): string {
  const bold = (text: string) => (colours ? `\u001b[1m${text}\u001b[22m` : text);
  const faint = (text: string) => (colours ? `\u001b[2m${text}\u001b[22m` : text);
  const rows: [string, string][] = [['Dashboard', bold(baseUrl)]];
  if (demo !== null)
    rows.push(['E-mail', demo.email], ['Password', demo.password], ['API key', shortest(demo.keyFile)]);
  const lines = rows.map(([label, value]) => `  ${faint(label.padEnd(11))}${value}`);
  return ['', `  ${bold('Laris is ready.')}`, '', ...lines, '', `  ${faint('Ctrl-C stops.')}`, ''].join('\n');
}

function shortest(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}
