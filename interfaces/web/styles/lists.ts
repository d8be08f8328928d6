/** Notices, lists of entries, and what is shown to be copied. */
export const lists = `.note,
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
.secret,
pre {
  font: 0.95rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  overflow-wrap: anywhere;
  border: 1px solid var(--line);
  border-radius: 6px;
  padding: 0.75rem;
  user-select: all;
}
.secret {
  display: block;
  background: var(--paper);
  border: 1px dashed var(--field);
}
pre {
  margin: 0 0 1rem;
  font-size: 0.9rem;
  white-space: pre-wrap;
  background: var(--ground);
}
pre code {
  font: inherit;
}
code {
  font: 0.95em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  overflow-wrap: anywhere;
}
`;
