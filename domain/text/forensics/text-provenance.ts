import type { Finding, Provenance, ProvenanceMark } from '../../checks/report.ts';
import { shortened } from '../normalise/hidden-bytes.ts';
import type { NormalisedText } from '../normalise/normalise.ts';
import { normalisedSpan, submittedSpan } from '../normalise/text-edit.ts';
import {
  aigcLabels,
  type Declaration,
  frontMatterMarks,
  manifestBlocks,
  visibleLabels,
} from './declarations.ts';
import { findingFrom } from './finding.ts';
import type { TextFindingId } from './finding-catalogue.ts';

const maxMarks = 50;

/** Explicit marks of origin in the text. `declared` never comes from anything but such a mark. */
export function textProvenance(_submitted: string, normalised: NormalisedText): Provenance {
  const declarations = declarationsIn(normalised);
  const declared = (['ai_generated', 'ai_assisted', 'human'] as const).find((kind) =>
    declarations.some(({ declares }) => declares === kind),
  );
  return { declared: declared ?? null, marks: declarations.map(({ mark }) => mark) };
}

/** One finding per kind of mark; one that declares generated text is hard evidence. */
export function provenanceFindings(submitted: string, normalised: NormalisedText): Finding[] {
  const examined = { submitted, text: normalised.text, edits: normalised.edits };
  const byId = new Map<TextFindingId, Declaration[]>();
  for (const declaration of declarationsIn(normalised)) {
    const id = findingIds[declaration.mark.kind];
    byId.set(id, [...(byId.get(id) ?? []), declaration]);
  }
  return [...byId].map(([id, declarations]) => {
    const generated = declarations.some(({ declares }) => declares === 'ai_generated');
    const assisted = declarations.some(({ declares }) => declares === 'ai_assisted');
    const spans = declarations.map(
      ({ mark, submitted: span }) =>
        span ?? submittedSpan(normalised.edits, { start: mark.start ?? 0, end: mark.end ?? 0 }),
    );
    return findingFrom(
      {
        id,
        count: declarations.length,
        severity: generated ? 'critical' : assisted ? 'high' : 'info',
        hard: generated,
        decoded: shortened(declarations.map(({ mark }) => mark.value).join(' | ')),
        at: { submitted: spans },
      },
      examined,
    );
  });
}

const findingIds: Readonly<Record<ProvenanceMark['kind'], TextFindingId>> = {
  c2pa_manifest: 'provenance.c2pa_text',
  c2pa_text: 'provenance.c2pa_text',
  iptc_source_type: 'provenance.iptc_source_type',
  aigc_label: 'provenance.aigc_label',
  frontmatter: 'provenance.declared_frontmatter',
  generator: 'provenance.declared_frontmatter',
  text_label: 'provenance.text_label',
};

function declarationsIn(normalised: NormalisedText): Declaration[] {
  return [
    ...wrappedManifests(normalised),
    ...manifestBlocks(normalised.text),
    ...frontMatterMarks(normalised.text),
    ...aigcLabels(normalised.text),
    ...visibleLabels(normalised.text),
  ].slice(0, maxMarks);
}

function wrappedManifests({ manifests, edits }: NormalisedText): Declaration[] {
  return manifests.map((manifest) => ({
    declares: manifest.declares,
    submitted: manifest,
    mark: {
      kind: 'c2pa_text',
      source: 'text',
      value: `C2PA manifest of ${manifest.bytes} bytes in variation selectors`,
      producer: manifest.producer,
      validated: false,
      reason: 'The manifest was read; its signature and its binding to the text were not checked.',
      ...normalisedSpan(edits, manifest),
    },
  }));
}
