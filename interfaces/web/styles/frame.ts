/** Colours, and what stands around the content of every page. */
export const frame = `:root {
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
/* Whatever a class says of how it is shown. */
[hidden] {
  display: none !important;
}
@media (forced-colors: active) {
  .sections a[aria-current] {
    border-color: Highlight;
  }
}
`;
