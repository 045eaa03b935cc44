/**
 * The style of the payment sandbox's hosted page. A file of its own, because the page's content security policy allows
 * no inline style.
 */
export const CHECKOUT_STYLE_PATH = '/sandbox-checkout/page.css';

export const CHECKOUT_STYLE = `:root { --ink: #0f172a; --soft: #475569; --line: #e2e8f0; --page: #f1f5f9; --surface: #ffffff; --accent: #0f766e; --accent-deep: #115e59; --on-accent: #ffffff; --warn: #92400e; --warn-page: #fef3c7; --bad: #b91c1c; --bad-line: #fecaca; --card: linear-gradient(135deg, #0f766e, #134e4a 60%, #0f172a); }
@media (prefers-color-scheme: dark) { :root { --ink: #e2e8f0; --soft: #94a3b8; --line: #1f2a37; --page: #0b1120; --surface: #111a2b; --accent: #2dd4bf; --accent-deep: #5eead4; --on-accent: #042f2e; --warn: #fcd34d; --warn-page: #29200b; --bad: #fca5a5; --bad-line: #5b2430; --card: linear-gradient(135deg, #115e59, #134e4a 60%, #1e293b); } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--page); color: var(--ink); font: 16px/1.6 "Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-text-size-adjust: 100%; }
.notice { margin: 0; padding: 10px 16px; background: var(--warn-page); color: var(--warn); font-size: 14px; text-align: center; }
.notice p { margin: 0; }
.notice strong { margin-right: 8px; padding: 2px 8px; border: 1px solid currentColor; border-radius: 999px; font-size: 12px; font-weight: 650; }
main { width: 100%; max-width: 880px; margin: 0 auto; padding: 48px 16px; display: grid; gap: 24px; }
@media (min-width: 760px) { main { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); padding-top: 80px; gap: 40px; } main.single { grid-template-columns: minmax(0, 480px); justify-content: center; } }
.brand { margin: 0 0 24px; display: flex; align-items: center; gap: 10px; font-weight: 650; color: var(--accent); }
.brand span { display: grid; place-items: center; width: 32px; height: 32px; border-radius: 8px; background: var(--accent); color: var(--on-accent); font-size: 17px; }
h1 { margin: 0; font-size: 16px; font-weight: 550; color: var(--soft); }
.amount { margin: 4px 0 0; font-size: clamp(34px, 9vw, 46px); line-height: 1.15; font-weight: 680; letter-spacing: -0.025em; font-variant-numeric: tabular-nums; }
.period { margin: 2px 0 0; color: var(--soft); }
dl { margin: 28px 0 0; border-top: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 24px; padding: 12px 0; border-bottom: 1px solid var(--line); font-size: 15px; }
dt { color: var(--soft); white-space: nowrap; }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
code { font: 13px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.panel { align-self: start; padding: 28px 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; }
.panel h2 { margin: 0 0 8px; font-size: 22px; line-height: 1.3; letter-spacing: -0.01em; }
.panel > p { margin: 0; color: var(--soft); }
.card { display: flex; flex-direction: column; justify-content: space-between; aspect-ratio: 1.586; max-width: 340px; margin: 0 auto 24px; padding: 20px 22px; border-radius: 16px; background: var(--card); color: #ffffff; }
.card p { margin: 0; }
.card .row { display: flex; justify-content: space-between; align-items: center; font-size: 14px; }
.card .chip { width: 38px; height: 28px; border-radius: 6px; background: linear-gradient(135deg, #fde68a, #d97706); }
.card .number { font-size: clamp(17px, 5vw, 21px); letter-spacing: 0.06em; font-variant-numeric: tabular-nums; white-space: nowrap; }
form { margin: 12px 0 0; }
button, .button { display: block; width: 100%; font: inherit; text-align: center; text-decoration: none; cursor: pointer; border-radius: 10px; min-height: 48px; padding: 11px 18px; border: 1px solid var(--line); background: transparent; color: var(--ink); }
button:hover, .button:hover { border-color: var(--soft); }
button:focus-visible, .button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.pay { border-color: transparent; background: var(--accent); color: var(--on-accent); font-weight: 620; }
.pay:hover { border-color: transparent; background: var(--accent-deep); }
.fail { border-color: var(--bad-line); color: var(--bad); }
.fail:hover { border-color: var(--bad); }
.leave { border-color: transparent; color: var(--soft); }
.panel > .error { margin: 0 0 16px; padding: 10px 14px; border: 1px solid var(--bad-line); border-radius: 10px; color: var(--bad); font-size: 15px; }
.panel > .effect { margin: 0 0 16px; font-size: 15px; }
.panel > .ends { padding: 10px 14px; border-radius: 10px; background: var(--warn-page); color: var(--warn); }
.done { display: block; width: 52px; height: 52px; margin-bottom: 16px; fill: var(--accent); }
.done path { fill: none; stroke: var(--on-accent); stroke-width: 4; stroke-linecap: round; stroke-linejoin: round; }
.panel .button { margin-top: 24px; }
@media print { .notice, .button { display: none; } body { background: none; } .panel { border: none; } }
`;
