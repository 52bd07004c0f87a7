// The style of the reference page.

export const referenceStyle = `:root {
  --bg: light-dark(#fafaff, #0f1024);
  --surface: light-dark(#ffffff, #181a33);
  --ink: light-dark(#15163a, #eeeefc);
  --muted: light-dark(#4d5076, #c3c5e4);
  --brand: light-dark(#3a3fd4, #9aa0ff);
  --line: light-dark(#dfe0f2, #2b2e52);
  color-scheme: light dark;
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--bg); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
a { color: var(--brand); }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
nav ul { padding-left: 1.25rem; }
nav > ul { list-style: none; padding: 0; }
nav a { display: block; padding: 0.125rem 0; }
summary { padding: 0.25rem 0; color: var(--brand); cursor: pointer; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
section { margin-top: 2rem; }
h3 { margin-bottom: 0.25rem; font-weight: 500; }
.method { font-weight: 700; color: var(--brand); }
.note { color: var(--muted); }
.table { overflow-x: auto; margin: 1rem 0; }
table { width: 100%; border-collapse: collapse; background: var(--surface); }
caption { text-align: left; font-weight: 600; padding: 0.25rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.6rem; border: 1px solid var(--line); }
pre { overflow-x: auto; padding: 0.75rem; background: var(--surface); border: 1px solid var(--line); }
pre code, th code { overflow-wrap: normal; }
th code { white-space: nowrap; }
nav code { font-size: 0.8em; }
@media (max-width: 40rem) {
  table { table-layout: fixed; font-size: 0.8rem; }
  th:first-child { width: 32%; }
  th:nth-child(2) { width: 28%; }
  th, td { padding: 0.25rem; overflow-wrap: anywhere; }
  th code { white-space: normal; overflow-wrap: anywhere; }
}
@media (min-width: 64rem) {
  body { display: grid; grid-template: "header header" auto "nav main" 1fr / 20rem 1fr; gap: 0 2rem; }
  header { grid-area: header; }
  nav { grid-area: nav; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; align-self: start; }
  main { grid-area: main; min-width: 0; }
}
`;
