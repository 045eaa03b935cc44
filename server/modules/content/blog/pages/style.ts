/**
 * The style of all blog pages, in one file that browsers load once. Fonts are the reader's system fonts, so the layout
 * does not move while a font loads.
 */
import { createHash } from 'node:crypto';

export const BLOG_STYLE = `:root { --page: #ffffff; --ink: #18181b; --text: #2e2e33; --soft: #5b5b66; --line: #e4e4e7; --wash: #f4f4f5; --accent: #0f766e; }
@media (prefers-color-scheme: dark) { :root { --page: #101113; --ink: #f4f4f5; --text: #d6d6db; --soft: #a1a1aa; --line: #2b2c31; --wash: #1a1b1f; --accent: #5eead4; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scrollbar-gutter: stable; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; background: var(--page); color: var(--text); font: 400 18px/1.7 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Segoe UI Symbol", "Apple Symbols", "Noto Sans Symbols 2", sans-serif; overflow-wrap: break-word; font-variant-numeric: lining-nums; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
img { display: block; max-width: 100%; height: auto; background: var(--wash); }
h1, h2, h3, h4, h5, h6 { color: var(--ink); line-height: 1.2; letter-spacing: -0.018em; font-weight: 700; text-wrap: balance; }
main, .top, .bottom { width: 100%; max-width: 1080px; margin-inline: auto; padding-inline: clamp(20px, 5vw, 40px); }
main { flex: 1; padding-bottom: 72px; }
.top { padding-block: 22px; font-size: 16px; }
.brand { display: inline-flex; align-items: center; gap: 12px; color: var(--ink); font-weight: 700; letter-spacing: -0.01em; text-decoration: none; }
.logo { max-width: 160px; height: 36px; border-radius: 6px; background: none; object-fit: contain; }
a.brand:hover { color: var(--accent); }
.bottom { display: flex; flex-wrap: wrap; gap: 4px 24px; padding-block: 24px; font-size: 15px; }
.bottom::before { content: ""; flex: 0 0 100%; border-top: 1px solid var(--line); margin-bottom: 20px; }
.bottom a { color: var(--soft); padding-block: 4px; text-decoration: none; }
.bottom a:hover { color: var(--ink); text-decoration: underline; }
.preview { margin: 0 0 24px; padding: 10px 16px; border: 1px dashed var(--soft); border-radius: 10px; color: var(--soft); font-size: 15px; }
.lead { margin: 0; color: var(--soft); font-size: clamp(18px, 2.4vw, 21px); line-height: 1.5; text-wrap: pretty; }
.facts { display: flex; flex-wrap: wrap; gap: 0 10px; margin: 0; color: var(--soft); font-size: 15px; line-height: 1.6; }
.facts > * + *::before { content: "·"; margin-right: 10px; }
.author { color: var(--ink); font-weight: 550; }

.post-head { max-width: 720px; margin: clamp(20px, 5vw, 56px) auto 32px; }
.post-head h1 { margin: 0 0 16px; font-size: clamp(32px, 5.6vw, 50px); line-height: 1.1; letter-spacing: -0.028em; font-weight: 750; }
.post-head .lead { margin-bottom: 20px; }
.cover { width: 100%; max-width: 960px; margin: 0 auto 40px; aspect-ratio: 1200 / 630; object-fit: cover; border-radius: 12px; }
.prose, .tags, .neighbours { max-width: 720px; margin-inline: auto; }
.prose > :first-child { margin-top: 0; }
.prose > :last-child { margin-bottom: 0; }
.prose p, .prose ul, .prose ol, .prose dl, .prose blockquote, .prose pre, .prose figure, .prose details, .wide { margin: 0 0 1.35em; }
.prose h2 { margin: 2em 0 0.6em; font-size: 1.6em; }
.prose h3 { margin: 1.8em 0 0.5em; font-size: 1.28em; }
.prose h4, .prose h5, .prose h6 { margin: 1.6em 0 0.4em; font-size: 1.05em; letter-spacing: 0; }
.prose strong, .prose b, .prose th, .prose dt { color: var(--ink); font-weight: 650; }
.prose ul, .prose ol { padding-left: 1.4em; }
.prose li { margin-block: 0.3em; padding-left: 0.2em; }
.prose li > p { margin-bottom: 0.6em; }
.prose li > ul, .prose li > ol { margin-bottom: 0; }
.prose li::marker { color: var(--soft); }
.prose li.task { list-style: none; margin-left: -1.4em; padding-left: 0; }
.prose dd { margin: 0 0 0.6em 1.4em; }
.prose blockquote { padding-left: 1.1em; border-left: 3px solid var(--accent); color: var(--ink); font-size: 1.08em; }
.prose blockquote > :last-child { margin-bottom: 0; }
.prose hr { width: 96px; margin: 2.6em auto; border: 0; border-top: 2px solid var(--line); }
.prose img { width: 100%; border-radius: 10px; }
.prose img:not([width]) { aspect-ratio: 3 / 2; object-fit: contain; }
.prose img[width] { width: auto; margin-inline: auto; }
.prose figcaption, .prose caption { padding-top: 8px; color: var(--soft); font-size: 15px; text-align: center; caption-side: bottom; }
.prose code, .prose kbd, .prose samp { padding: 0.12em 0.36em; border-radius: 5px; background: var(--wash); font: 0.88em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
.prose pre { padding: 18px 20px; border: 1px solid var(--line); border-radius: 10px; background: var(--wash); overflow-x: auto; font: 0.86em/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; white-space: pre-wrap; }
.prose pre code { padding: 0; background: none; font-size: inherit; }
.prose mark { background: #fde68a; color: #18181b; padding-inline: 0.15em; border-radius: 3px; }
.prose summary { cursor: pointer; color: var(--ink); font-weight: 600; }
.wide { overflow-x: auto; }
.prose table { width: 100%; border-collapse: collapse; font-size: 16px; line-height: 1.5; }
.prose th, .prose td { padding: 10px 16px 10px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.prose th:not([align]) { text-align: left; }
.prose thead th { border-bottom: 2px solid var(--line); }
.tags { display: flex; flex-wrap: wrap; gap: 8px; margin-block: 40px 0; padding: 0; list-style: none; font-size: 14px; line-height: 1.4; }
.tags li { max-width: 100%; padding: 5px 13px; border: 1px solid var(--line); border-radius: 999px; color: var(--soft); }
.neighbours { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; margin-top: 56px; padding-top: 32px; border-top: 1px solid var(--line); }
.neighbours a { display: block; padding: 16px 20px; border: 1px solid var(--line); border-radius: 12px; text-decoration: none; }
.neighbours a:hover { border-color: var(--accent); }
.neighbours span { display: block; color: var(--soft); font-size: 14px; }
.neighbours strong { color: var(--ink); font-size: 17px; font-weight: 600; line-height: 1.35; }
.newer { grid-column: 2; text-align: right; }

.list-head { max-width: 720px; margin: clamp(20px, 5vw, 56px) 0 clamp(32px, 5vw, 56px); }
.list-head h1, .failure h1 { margin: 0 0 12px; font-size: clamp(34px, 6vw, 54px); line-height: 1.08; letter-spacing: -0.03em; font-weight: 750; }
.cards { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: clamp(36px, 5vw, 56px) clamp(24px, 4vw, 40px); margin: 0; padding: 0; list-style: none; }
.card { position: relative; }
.card:first-child { grid-column: 1 / -1; }
.card h2 { margin: 0 0 8px; font-size: clamp(21px, 2.6vw, 25px); }
.card:first-child h2 { font-size: clamp(26px, 3.8vw, 36px); letter-spacing: -0.024em; }
.card h2 a { color: inherit; text-decoration: none; }
.card h2 a::after { content: ""; position: absolute; inset: 0; }
.card:hover h2 a { color: var(--accent); }
.card .about > p:not(.facts) { margin: 0 0 10px; color: var(--soft); font-size: 17px; line-height: 1.55; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.card .facts { font-size: 14px; }
.thumb { width: 100%; margin-bottom: 18px; aspect-ratio: 1200 / 630; object-fit: cover; border-radius: 12px; }
.bare .about { padding-top: 18px; border-top: 2px solid var(--line); }
.empty { color: var(--soft); }
.failure { max-width: 720px; margin-block: clamp(40px, 12vh, 140px); }
@media (min-width: 800px) { .card:first-child:not(.bare) article { display: grid; grid-template-columns: 1.45fr 1fr; gap: 40px; align-items: center; } .card:first-child .thumb { margin: 0; } }
@media (max-width: 640px) { body { font-size: 17px; } .cards { grid-template-columns: minmax(0, 1fr); } .neighbours { grid-template-columns: 1fr; } .newer { grid-column: 1; text-align: left; } .cover { border-radius: 10px; margin-bottom: 28px; } }
@media print { .top, .bottom, .neighbours { display: none; } body { font-size: 11pt; } }
`;

/** The address contains a hash of the style, so that browsers may keep the file for good. */
export const BLOG_STYLE_PATH = '/b/page.css';
export const BLOG_STYLE_ADDRESS = `${BLOG_STYLE_PATH}?${createHash('sha256').update(BLOG_STYLE).digest('base64url').slice(0, 12)}`;
