/**
 * The style of pages for people without an account (creators, people who sign up). It is a file, because their policy
 * allows no inline style.
 */
export const PAGE_STYLE_PATH = '/pages.css';

export const PAGE_STYLE = `:root { --ink: #0f172a; --soft: #475569; --line: #e2e8f0; --page: #f8fafc; --surface: #ffffff; --accent: #0f766e; --accent-deep: #115e59; --on-accent: #ffffff; --wash: #f1f5f9; --warn: #92400e; --warn-wash: #fef3c7; }
@media (prefers-color-scheme: dark) { :root { --ink: #e2e8f0; --soft: #94a3b8; --line: #1f2a37; --page: #0b1120; --surface: #111a2b; --accent: #2dd4bf; --accent-deep: #5eead4; --on-accent: #042f2e; --wash: #172033; --warn: #fcd34d; --warn-wash: #2a2110; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scrollbar-gutter: stable; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--page); color: var(--ink); font: 16px/1.6 "Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
main { width: 100%; max-width: 680px; margin: 0 auto; padding: 24px 16px 64px; }
.brand { margin: 8px 0 20px; font-size: 14px; font-weight: 600; color: var(--accent); }
.brand a { color: inherit; text-decoration: none; }
h1 { margin: 0 0 8px; font-size: clamp(24px, 5vw, 32px); line-height: 1.2; font-weight: 680; letter-spacing: -0.02em; text-wrap: balance; }
h2 { margin: 0 0 12px; font-size: 18px; line-height: 1.3; font-weight: 650; }
h1 + h2 { margin-top: 20px; }
ol { margin: 0 0 16px; padding-left: 1.4em; }
h3 { margin: 20px 0 8px; font-size: 16px; font-weight: 650; }
p { margin: 0 0 12px; }
a { color: var(--accent); text-underline-offset: 0.18em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.soft, .hint { color: var(--soft); }
.hint { margin: 4px 0 0; font-size: 14px; line-height: 1.45; }
.state { display: inline-block; margin: 0 0 20px; padding: 3px 12px; border: 1px solid var(--line); border-radius: 999px; font-size: 14px; color: var(--soft); background: var(--surface); }
section, .card { margin: 0 0 16px; padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
section > :last-child, .card > :last-child { margin-bottom: 0; }
.said { padding: 14px 18px; border: 1px solid var(--accent); border-radius: 12px; margin: 0 0 16px; background: var(--surface); }
.fault { border-color: var(--warn); background: var(--warn-wash); color: var(--warn); }
.cover { display: block; width: 100%; max-height: 320px; margin: 0 0 20px; object-fit: cover; border-radius: 12px; background: var(--wash); }
.cards { margin: 24px 0 0; padding: 0; list-style: none; }
.card h2 { margin-bottom: 4px; }
.card h2 a { color: var(--ink); text-decoration: none; }
.card:hover { border-color: var(--accent); }
dl { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 8px 16px; margin: 0; }
dt { color: var(--soft); font-size: 15px; }
dd { margin: 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 12px; }
.figures div { padding: 12px 14px; border-radius: 10px; background: var(--wash); }
.figures dt { font-size: 14px; }
.figures dd { font-size: 20px; font-weight: 650; font-variant-numeric: tabular-nums; }
dl.figures > div { display: block; }
form { margin: 16px 0 0; }
label, .label { display: block; margin: 14px 0 4px; font-size: 15px; font-weight: 550; }
input:not([type=checkbox]):not([type=hidden]), select, textarea { width: 100%; min-height: 44px; padding: 9px 12px; border: 1px solid var(--soft); border-radius: 8px; background: var(--page); color: inherit; font: inherit; }
[aria-invalid]:not([type=checkbox]) { border-color: var(--warn); outline: 1px solid var(--warn); }
.check:has([aria-invalid]) { color: var(--warn); }
textarea { min-height: 96px; resize: vertical; }
.check { display: flex; gap: 10px; align-items: flex-start; font-weight: 400; }
.check input { width: 20px; height: 20px; margin: 3px 0 0; flex: none; accent-color: var(--accent); }
.row { display: flex; flex-wrap: wrap; gap: 12px; margin: 16px 0 0; }
.row form { margin: 0; }
button { font: inherit; cursor: pointer; border-radius: 8px; min-height: 44px; padding: 10px 20px; margin-top: 16px; }
.row button { margin: 0; }
.main { border: 1px solid transparent; background: var(--accent); color: var(--on-accent); font-weight: 600; }
a.main { display: inline-block; padding: 10px 20px; border-radius: 8px; text-align: center; text-decoration: none; }
.main:hover { background: var(--accent-deep); }
.quiet { border: 1px solid var(--line); background: transparent; color: var(--ink); }
.quiet:hover { border-color: var(--soft); }
.code { padding: 2px 8px; border-radius: 6px; background: var(--wash); font: 600 15px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.qr { display: block; width: 160px; height: 160px; margin: 12px 0 0; border-radius: 8px; background: #fff; padding: 8px; }
.lines { margin: 0; padding: 0; list-style: none; }
.lines li { display: flex; flex-wrap: wrap; gap: 4px 12px; justify-content: space-between; padding: 10px 0; border-top: 1px solid var(--line); }
.lines li:first-child { border-top: 0; padding-top: 0; }
.lines li > :first-child { flex: 1 1 9rem; min-width: 0; }
.lines li > .wide { flex: 0 0 100%; color: var(--soft); font-size: 14px; }
.amount { font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap; }
.prose > :first-child { margin-top: 0; }
.prose h1, .prose h2, .prose h3 { font-size: 17px; margin: 20px 0 8px; letter-spacing: 0; }
.prose ul, .prose ol { padding-left: 1.3em; margin: 0 0 12px; }
.prose img { max-width: 100%; height: auto; }
.prose table { display: block; overflow-x: auto; }
.prose pre { overflow-x: auto; white-space: pre-wrap; }
.talk { padding: 10px 14px; margin: 0 0 10px; border-radius: 10px; background: var(--wash); white-space: pre-wrap; }
.talk.mine { background: transparent; border: 1px solid var(--line); }
.talk strong { display: block; font-size: 13px; font-weight: 600; color: var(--soft); }
details { margin: 12px 0 0; }
summary { cursor: pointer; min-height: 32px; color: var(--soft); }
.narrow { display: grid; align-items: start; padding: 0 16px; }
.narrow main { max-width: 464px; margin: min(12vh, 96px) auto 48px; padding: 28px 28px 32px; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; }
.narrow .brand { margin: 0 0 16px; }
.narrow h1 { font-size: clamp(22px, 5vw, 26px); }
.narrow .main { width: 100%; }
.narrow .check { margin-top: 12px; font-size: 15px; line-height: 1.45; color: var(--soft); }
.narrow .small { margin: 16px 0 0; font-size: 14px; line-height: 1.45; color: var(--soft); }
.wrong { margin: 4px 0 0; font-size: 14px; color: var(--warn); }
.pre { white-space: pre-line; }
.trap { position: absolute; left: -9999px; width: 1px; height: 1px; overflow: hidden; }
@media (max-width: 480px) { .narrow { padding: 0; background: var(--surface); } .narrow main { margin: 0 auto; padding: 24px 20px 48px; border: 0; border-radius: 0; } }
`;
