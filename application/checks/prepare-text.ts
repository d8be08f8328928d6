import { type Outcome, success } from '../../domain/shared/refusal.ts';
import type { PreparedText } from '../ports/analyser.ts';
import type { CheckJob, CheckPorts } from './check-job.ts';

/** From what was sent to the text that is checked and charged: read the file, normalise, count. */
export async function prepareText(
  { analyser, documentReader, telemetry }: CheckPorts,
  job: CheckJob,
): Promise<Outcome<PreparedText>> {
  const { source } = job.request;
  const options = { fairnessKey: job.caller.accountId };
  if (source.kind === 'text') {
    return success(
      await telemetry.trace('prepare', {}, () => analyser.prepare(source.text, null, options)),
    );
  }
  const read = await telemetry.trace('read document', {}, () =>
    documentReader.read({ name: source.name, bytes: source.bytes }),
  );
  if (!read.ok) return read;
  const { text, ...document } = read.value;
  return success(
    await telemetry.trace('prepare', {}, () => analyser.prepare(text, document, options)),
  );
}
