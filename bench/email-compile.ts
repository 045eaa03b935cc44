/** How many e-mails of 20 blocks are compiled in a second: what a save does between reading and writing (goal 2,000). */
import { compileEmail } from '@/server/platform/email/compile';
import { blockDocument, type Block } from '@/server/platform/email/blocks-schema';

const GOAL = 2000;
const BODY =
  'Halo {firstName},\n\nkami menyangrai setiap Selasa & mengirim pada hari yang sama, agar sampai segar.\n\nRasanya: jeruk, gula aren, dan "bunga" kopi.';
const KINDS: Block[] = [
  { kind: 'text', body: BODY },
  { kind: 'image', assetKey: 'picture', alt: 'Biji kopi', href: 'https://kopinusantara.example/gayo?a=1&b=2' },
  { kind: 'cta', label: 'Pesan sekarang', url: '{productUrl}' },
  { kind: 'divider' },
];

/** As it comes over the wire. */
const SENT = {
  subject: 'Gayo Honey sudah tiba',
  preheader: 'Panen Oktober, 200 kantong saja.',
  accentColor: '#0f766e',
  blocks: [
    { kind: 'header', logoKey: 'logo', brandName: 'Kopi Nusantara' },
    { kind: 'hero', title: 'Gayo Honey sudah tiba', subtitle: 'Panen Oktober dari Aceh Tengah.' },
    ...Array.from({ length: 17 }, (_, index) => KINDS[index % KINDS.length]),
    {
      kind: 'footer',
      text: 'Terima kasih sudah berbelanja.',
      businessAddress: 'Jl. Wahid Hasyim 47, Jakarta',
      unsubscribeUrl: 'https://kopinusantara.example/u',
    },
  ],
};
const ASSETS = new Map([
  ['logo', 'https://kopinusantara.example/uploads/c1/a.png'],
  ['picture', 'https://kopinusantara.example/uploads/c1/b.jpg'],
]);

/** Checked by the schema and compiled, as often as `seconds` allow. @returns a part of the results */
export function measureEmailCompile(seconds: number): string {
  const once = (): number =>
    compileEmail(blockDocument.parse(SENT), { language: 'id', assets: ASSETS, products: new Map(), codes: new Map() })
      .html.length;
  // Until the compiler of the language itself has done its part.
  for (let round = 0; round < 500; round++) once();
  const until = performance.now() + seconds * 1000;
  const began = performance.now();
  let compiled = 0;
  let bytes = 0;
  while (performance.now() < until) {
    bytes = once();
    compiled++;
  }
  const rate = Math.round((compiled / (performance.now() - began)) * 1000);
  return [
    '| E-mail of blocks, checked and compiled | a second | HTML | goal |',
    '|---|---:|---:|---:|',
    `| ${SENT.blocks.length} blocks | ${rate.toLocaleString('en')} | ${(bytes / 1000).toFixed(1)} KB | ${GOAL.toLocaleString('en')} |`,
  ].join('\n');
}
