/** Fields and buttons. */
export const forms = `form {
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
`;
