/** Headings, cards and figures. */
export const text = `h1 {
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
`;
