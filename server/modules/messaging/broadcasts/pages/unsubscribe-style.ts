/**
 * The style of the unsubscribe pages. A file of its own, because the pages' content security policy allows no inline
 * style.
 */
export const UNSUBSCRIBE_STYLE_PATH = '/u/page.css';

export const UNSUBSCRIBE_STYLE = `:root { --ink: #0f172a; --soft: #475569; --line: #e2e8f0; --page: #f8fafc; --surface: #ffffff; --accent: #0f766e; --accent-deep: #115e59; --on-accent: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e2e8f0; --soft: #94a3b8; --line: #1f2a37; --page: #0b1120; --surface: #111a2b; --accent: #2dd4bf; --accent-deep: #5eead4; --on-accent: #042f2e; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px; background: var(--page); color: var(--ink); font: 16px/1.6 "Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-text-size-adjust: 100%; }
main { width: 100%; max-width: 448px; padding: 32px 28px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere; }
.brand { margin: 0 0 20px; font-size: 14px; font-weight: 600; color: var(--accent); }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3; font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
p { margin: 0; color: var(--soft); }
form { margin: 24px 0 0; }
button { font: inherit; cursor: pointer; border-radius: 8px; min-height: 44px; padding: 10px 18px; }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.main { width: 100%; border: 1px solid transparent; background: var(--accent); color: var(--on-accent); font-weight: 600; }
.main:hover { background: var(--accent-deep); }
.quiet { border: 1px solid var(--line); background: transparent; color: var(--ink); font-size: 15px; }
.quiet:hover { border-color: var(--soft); }
.choices { margin-top: 28px; padding-top: 24px; border-top: 1px solid var(--line); }
h2 { margin: 0 0 4px; font-size: 17px; line-height: 1.4; font-weight: 650; }
fieldset { margin: 20px 0 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
label { display: flex; align-items: center; gap: 12px; min-height: 44px; cursor: pointer; }
input[type=checkbox] { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.choices button { margin-top: 20px; }
`;
