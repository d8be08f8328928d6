import type { BaseSections, PlagiarismSection } from '../../domain/checks/report.ts';
import type { CheckSelection } from '../../domain/checks/request.ts';
import type { Fingerprints, LibraryText } from '../../domain/text/plagiarism/fingerprint.ts';
import type { CheckJob, CheckPorts } from './check-job.ts';
import { type CheckStep, unlessCancelled } from './check-watch.ts';

/** What the engines made, each as the JSON text of its report members; null for what did not run. */
export interface MadeParts {
  readonly ai: string | null;
  readonly grammar: string | null;
  readonly plagiarism: string | null;
}

/** A text is compared in full with the library's texts that share the most fingerprints. */
const maxCandidates = 30;

/**
 * Runs the chosen engines side by side. A text is kept for later comparisons only when all of them
 * succeeded and nobody took the check back: otherwise the same text would be found to be a copy of itself.
 * @throws AnalysisFailedError, CheckCancelledError, StoreUnavailableError
 */
export async function runEngines(
  ports: CheckPorts,
  job: CheckJob,
  { base, toRun }: { readonly base: BaseSections; readonly toRun: CheckSelection },
): Promise<MadeParts> {
  const { uiLanguage } = job.request;
  const options = { fairnessKey: job.caller.accountId };
  const step = stepCounter(job, toRun);
  const run = <Value>(engine: string, work: () => Promise<Value>): Promise<Value> =>
    timed(ports, engine, work).then(step);
  const [ai, grammar, plagiarism] = await unlessCancelled(
    job.watch,
    Promise.all([
      toRun.ai
        ? run('ai', () => ports.analyser.detect({ base, uiLanguage, deep: toRun.deep }, options))
        : null,
      toRun.grammar
        ? run('grammar', () => {
            const { text, language } = base;
            return ports.analyser.grammar({ text, language: language.code, uiLanguage }, options);
          })
        : null,
      toRun.plagiarism ? run('plagiarism', () => checkPlagiarism(ports, job, base.text)) : null,
    ]),
  );
  if (plagiarism !== null && job.request.store) await keep(ports, job, plagiarism.fingerprints);
  return {
    ai: ai === null ? null : JSON.stringify(ai),
    grammar: grammar === null ? null : JSON.stringify({ corrections: grammar }),
    plagiarism: plagiarism === null ? null : JSON.stringify({ plagiarism: plagiarism.section }),
  };
}

/** Tells who watches of the words counted at once, and then of each engine. The debit is the last step. */
function stepCounter({ watch }: CheckJob, toRun: CheckSelection): <Value>(value: Value) => Value {
  const engines = [toRun.ai, toRun.grammar, toRun.plagiarism].filter((runs) => runs).length;
  const total: CheckStep['total'] = engines + 2;
  let done = 0;
  const step = <Value>(value: Value): Value => {
    done += 1;
    if (watch?.cancelled.aborted === false) watch.onStep({ done, total });
    return value;
  };
  step(null);
  return step;
}

/** Compares with the caller's library. */
async function checkPlagiarism(
  ports: CheckPorts,
  job: CheckJob,
  text: string,
): Promise<{ readonly section: PlagiarismSection; readonly fingerprints: Fingerprints }> {
  const { accountId } = job.caller;
  const options = { fairnessKey: accountId };
  const key = await ports.personalData.fingerprintKey(accountId);
  const fingerprints = await ports.analyser.fingerprint({ text, key }, options);
  const candidates = await ports.library.candidates(accountId, fingerprints, maxCandidates);
  const section = await ports.analyser.compare({ text, fingerprints, candidates }, options);
  return { section, fingerprints };
}

/** Adds the text's fingerprints to the caller's library. */
async function keep(
  { library, clock }: CheckPorts,
  job: CheckJob,
  fingerprints: Fingerprints,
): Promise<void> {
  const now = clock.now();
  const stored: LibraryText = { ...nameOf(job, new Date(now)), url: null, fingerprints };
  await library.store(job.caller.accountId, stored, now);
}

/** The id follows from the check, so that a retry of the same check stores nothing twice. */
function nameOf(job: CheckJob, storedAt: Date): { readonly id: string; readonly title: string } {
  const id = job.checkId.replace(/^chk_/, 'txt_');
  const { source } = job.request;
  const fileName = source.kind === 'file' ? source.name : null;
  const date = storedAt.toISOString().slice(0, 10);
  return { id, title: fileName ?? `Stored text ${id}, ${date}` };
}

async function timed<Value>(
  { telemetry, clock }: CheckPorts,
  engine: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const started = clock.now();
  try {
    return await telemetry.trace(`engine ${engine}`, { engine }, work);
  } finally {
    telemetry.record('assay.check.duration', clock.now() - started, { engine });
  }
}
