/** The look of every page: data only. Nothing is loaded from elsewhere. */
export const styleSheet = `:root {
  color-scheme: light dark;
  --ground: #f6f5f1;
  --paper: #ffffff;
  --ink: #1d2226;
  --quiet: #566069;
  --line: #d5d8d6;
  --field: #868f95;
  --accent: #0b5c55;
  --accent-ink: #ffffff;
  --accent-soft: #e2efec;
  --danger: #a3231b;
  --danger-soft: #fbeae8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14181a;
    --paper: #1d2326;
    --ink: #e9ecea;
    --quiet: #a7b1b3;
    --line: #353d41;
    --field: #7d888c;
    --accent: #7fd1c4;
    --accent-ink: #08211e;
    --accent-soft: #1d3a37;
    --danger: #ffa49b;
    --danger-soft: #3f2220;
  }
}
* {
  box-sizing: border-box;
}
html {
  font: 100%/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  -webkit-text-size-adjust: 100%;
}
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--ground);
  color: var(--ink);
}
a {
  color: var(--accent);
  text-underline-offset: 0.15em;
}
:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
  border-radius: 4px;
}
.skip {
  position: absolute;
  left: -100vw;
}
.skip:focus {
  left: 1rem;
  top: 1rem;
  padding: 0.5rem 1rem;
  background: var(--paper);
}
.top {
  background: var(--paper);
  border-bottom: 1px solid var(--line);
}
.inner {
  width: 100%;
  max-width: 46rem;
  margin-inline: auto;
  padding-inline: 1.25rem;
}
.bar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.25rem 1rem;
  padding-block: 0.75rem;
}
.brand {
  font-weight: 700;
  font-size: 1.15rem;
  letter-spacing: -0.01em;
  color: var(--ink);
  text-decoration: none;
}
.who {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 0.9rem;
  font-size: 0.9rem;
  color: var(--quiet);
  overflow-wrap: anywhere;
}
.sections ul {
  display: flex;
  gap: 0 1.25rem;
  flex-wrap: wrap;
  list-style: none;
  margin: 0;
  padding: 0;
}
.sections a {
  display: block;
  padding: 0.4rem 0;
  color: var(--quiet);
  text-decoration: none;
  border-bottom: 3px solid transparent;
}
.sections a:hover {
  color: var(--ink);
  border-color: var(--line);
}
.sections a[aria-current] {
  color: var(--ink);
  font-weight: 600;
  border-color: var(--accent);
}
main {
  flex: 1;
  padding-block: 2rem 3rem;
}
h1 {
  font-size: 1.7rem;
  line-height: 1.2;
  letter-spacing: -0.02em;
  margin: 0 0 0.75rem;
  text-wrap: balance;
  overflow-wrap: anywhere;
}
h2 {
  font-size: 1.15rem;
  line-height: 1.3;
  margin: 0 0 0.75rem;
  overflow-wrap: anywhere;
}
h3 {
  font-size: 1rem;
  margin: 0;
  overflow-wrap: anywhere;
}
p {
  margin: 0 0 1rem;
  max-width: 38rem;
}
.lead {
  color: var(--quiet);
}
.again {
  margin-top: 1.25rem;
}
.narrow {
  max-width: 26rem;
}
.card {
  background: var(--paper);
  border: 1px solid var(--line);
  border-radius: 10px;
  padding: 1.25rem;
  margin: 0 0 1.25rem;
}
.card > :last-child {
  margin-bottom: 0;
}
.figure {
  font-size: 2.6rem;
  line-height: 1.1;
  font-weight: 650;
  letter-spacing: -0.03em;
  font-variant-numeric: tabular-nums;
  margin: 0.25rem 0 0;
}
dl {
  margin: 0 0 1rem;
  display: grid;
  gap: 0.6rem;
}
dl > div {
  display: grid;
  gap: 0 1rem;
}
dt {
  color: var(--quiet);
  font-size: 0.9rem;
}
dd {
  margin: 0;
  overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums;
}
@media (min-width: 32rem) {
  dl > div {
    grid-template-columns: 13rem 1fr;
    align-items: baseline;
  }
  .narrow dl > div {
    grid-template-columns: 8.5rem 1fr;
  }
}
form {
  margin: 0;
}
.field {
  margin: 0 0 1.1rem;
}
label {
  display: block;
  font-weight: 600;
  margin: 0 0 0.15rem;
}
.hint {
  display: block;
  color: var(--quiet);
  font-size: 0.9rem;
  margin: 0 0 0.35rem;
}
.fault {
  display: block;
  color: var(--danger);
  font-weight: 600;
  margin: 0 0 0.35rem;
}
input {
  font: inherit;
  color: inherit;
  width: 100%;
  padding: 0.6rem 0.7rem;
  background: var(--paper);
  border: 1px solid var(--field);
  border-radius: 6px;
}
input[aria-invalid="true"] {
  border: 2px solid var(--danger);
}
input.code {
  max-width: 11rem;
  font-size: 1.5rem;
  letter-spacing: 0.3em;
  font-variant-numeric: tabular-nums;
}
button,
.button {
  font: inherit;
  font-weight: 600;
  display: inline-block;
  min-height: 2.75rem;
  padding: 0.55rem 1.15rem;
  border: 1px solid var(--accent);
  border-radius: 6px;
  background: var(--accent);
  color: var(--accent-ink);
  cursor: pointer;
  text-decoration: none;
}
button:hover,
.button:hover {
  filter: brightness(1.1);
}
button.second {
  background: transparent;
  color: var(--accent);
}
button.danger {
  background: var(--danger);
  border-color: var(--danger);
  color: var(--paper);
}
button.plain {
  min-height: 0;
  padding: 0;
  border: 0;
  background: none;
  color: var(--accent);
  font-weight: 400;
  text-decoration: underline;
  text-underline-offset: 0.15em;
}
.choices {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
}
.or {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  color: var(--quiet);
  margin: 1.25rem 0;
}
.or::before,
.or::after {
  content: "";
  flex: 1;
  border-top: 1px solid var(--line);
}
.note,
.alarm {
  border-left: 4px solid var(--accent);
  background: var(--accent-soft);
  padding: 0.75rem 1rem;
  border-radius: 0 6px 6px 0;
  margin: 0 0 1.25rem;
}
.alarm {
  border-color: var(--danger);
  background: var(--danger-soft);
}
.note > :last-child,
.alarm > :last-child {
  margin-bottom: 0;
}
.entries {
  list-style: none;
  margin: 0;
  padding: 0;
}
.entries > li {
  padding: 1.1rem 0;
  border-top: 1px solid var(--line);
}
.entries > li:first-child {
  border-top: 0;
  padding-top: 0;
}
.entries > li:last-child {
  padding-bottom: 0;
}
.entries dl {
  margin: 0.5rem 0 0.75rem;
  gap: 0.15rem;
}
.headline {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 0.75rem;
  align-items: baseline;
}
.tag {
  font-size: 0.8rem;
  font-weight: 600;
  border: 1px solid var(--field);
  border-radius: 999px;
  padding: 0 0.6rem;
  color: var(--quiet);
}
details > summary {
  cursor: pointer;
  color: var(--accent);
  width: fit-content;
}
details > div {
  padding: 0.75rem 0 0;
}
.secret {
  display: block;
  font: 0.95rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  overflow-wrap: anywhere;
  background: var(--paper);
  border: 1px dashed var(--field);
  border-radius: 6px;
  padding: 0.75rem;
  user-select: all;
}
pre {
  margin: 0 0 1rem;
  font: 0.9rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  background: var(--ground);
  border: 1px solid var(--line);
  border-radius: 6px;
  padding: 0.75rem;
  user-select: all;
}
pre code {
  font: inherit;
}
code {
  font: 0.95em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  overflow-wrap: anywhere;
}
.foot {
  border-top: 1px solid var(--line);
  font-size: 0.9rem;
  color: var(--quiet);
}
.foot p {
  margin-block: 0.9rem 0;
  max-width: 46rem;
}
.foot ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0.1rem 1.1rem;
  list-style: none;
  margin: 0;
  padding: 0.3rem 0 1.5rem;
}
.foot a,
.foot span {
  display: inline-block;
  padding: 0.25rem 0;
}
.foot [aria-current] {
  color: var(--ink);
  font-weight: 600;
}
[hidden] {
  display: none;
}
@media (forced-colors: active) {
  .sections a[aria-current] {
    border-color: Highlight;
  }
}
`;
