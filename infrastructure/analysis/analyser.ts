import {
  type Analyser,
  AnalysisFailedError,
  type AnalysisOptions,
} from '../../application/ports/analyser.ts';
import { siblingModule } from '../system/start-worker.ts';
import { checkLongText } from './check-long-text.ts';
import { engineVersion } from './engine-version.ts';
import { ProcessPool, type ProcessPoolOptions } from './process-pool.ts';
import {
  isAnswerTo,
  type RunTask,
  type TaskAnswer,
  type TaskKind,
  type TaskRequest,
} from './tasks.ts';

export interface AnalyserOptions {
  /** Most worker processes; 2 by default. */
  readonly workers?: number;
  /** A task that takes longer fails and its worker is killed; 30,000 ms by default. */
  readonly taskTimeoutMs?: number;
  /** Most tasks that may wait; 500 by default. */
  readonly maxQueued?: number;
}

export interface PooledAnalyser extends Analyser {
  /** Tasks that wait for a worker. */
  queueLength(): number;
  workerPids(): number[];
}

const poolDefaults: Omit<ProcessPoolOptions, 'entry'> = {
  workers: 2,
  taskTimeoutMs: 30_000,
  maxQueued: 500,
  maxHeapMb: 1_024,
  retireAboveBytes: 900 * 1024 * 1024,
  stderr: 'inherit',
};

/** Longer texts are checked for grammar in pieces of half this length: 0.1 s of work each. */
const longestGrammarTask = 4_000;
/** Grammar reads a character about this many times as long as the other tasks do. */
const grammarCost = 10;
/** What a task costs beside its text, in characters. */
const leastCost = 1_000;
/** A task on a longer text than this is a long one: only one of them runs at a time. */
const longestShortTask = 40_000;

/** Runs the engines in worker processes: an engine that crashes, hangs or leaks never touches the server. */
export function createAnalyser(options: AnalyserOptions = {}): PooledAnalyser {
  const entry = siblingModule('worker', import.meta.url);
  const pool = new ProcessPool({ ...poolDefaults, ...options, entry });
  const run = runOn(pool);
  return {
    engineVersion: engineVersion(),
    prepare: (text, document, options) => run('prepare', { text, document }, options),
    detect: (request, options) => run('detect', request, options),
    grammar: (request, options) =>
      request.text.length <= longestGrammarTask
        ? run('grammar', request, options)
        : checkLongText(run, request, options),
    fingerprint: (request, options) => run('fingerprint', request, options),
    compare: (request, options) => run('compare', request, options),
    queueLength: () => pool.queueLength,
    workerPids: () => pool.workerPids,
    close: () => pool.close(),
  };
}

function runOn(pool: ProcessPool): RunTask {
  return async <Kind extends TaskKind>(
    kind: Kind,
    request: TaskRequest<Kind>,
    { fairnessKey }: AnalysisOptions,
  ): Promise<TaskAnswer<Kind>> => {
    const length = textLength(request);
    const cost =
      leastCost + length * (kind === 'grammar' || kind === 'grammarPiece' ? grammarCost : 1);
    const isLong = length > longestShortTask;
    const value = await pool.run({ fairnessKey, cost, isLong, task: { kind, request } });
    if (isAnswerTo(kind, value)) return value.answer;
    throw new AnalysisFailedError(`analysis failed: expected an answer to ${kind}`);
  };
}

function textLength(request: TaskRequest<TaskKind>): number {
  return 'base' in request ? request.base.text.length : request.text.length;
}
