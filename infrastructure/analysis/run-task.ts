import { isTask, type Task, type TaskAnswer, type TaskRequest } from './tasks.ts';

/** Does the work of one task in a worker process. Engines load with the first task that needs them. */
export async function runTask(task: unknown): Promise<{ kind: string; answer: unknown }> {
  if (!isTask(task)) throw new TypeError('expected a task of a known kind');
  return { kind: task.kind, answer: await answerTo(task) };
}

function answerTo(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'prepare':
      return prepare(task.request);
    case 'detect':
      return detect(task.request);
    case 'grammar':
      return grammar(task.request);
    case 'grammarPlan':
      return grammarPlan(task.request);
    case 'grammarPiece':
      return grammarPiece(task.request);
    case 'fingerprint':
      return fingerprint(task.request);
    case 'compare':
      return comparison(task.request);
  }
}

async function prepare(request: TaskRequest<'prepare'>): Promise<TaskAnswer<'prepare'>> {
  const { prepareText } = await import('./prepare-text.ts');
  return prepareText(request);
}

async function detect(request: TaskRequest<'detect'>): Promise<TaskAnswer<'detect'>> {
  const { detectText } = await import('./detect-text.ts');
  return detectText(request);
}

async function grammar(request: TaskRequest<'grammar'>): Promise<TaskAnswer<'grammar'>> {
  const { checkGrammar } = await import('./grammar/check-grammar.ts');
  return checkGrammar(request);
}

async function grammarPlan({
  text,
}: TaskRequest<'grammarPlan'>): Promise<TaskAnswer<'grammarPlan'>> {
  const { documentWords } = await import('../../domain/text/grammar/document-words.ts');
  const { pieces } = await import('../../domain/text/pieces.ts');
  const { countWords } = await import('../../domain/text/words.ts');
  return {
    words: countWords(text),
    pieces: pieces(text),
    knownWords: documentWords(text),
  };
}

async function grammarPiece(
  request: TaskRequest<'grammarPiece'>,
): Promise<TaskAnswer<'grammarPiece'>> {
  const { checkGrammarPiece } = await import('./grammar/check-grammar.ts');
  return { start: request.start, edits: await checkGrammarPiece(request) };
}

async function fingerprint(
  request: TaskRequest<'fingerprint'>,
): Promise<TaskAnswer<'fingerprint'>> {
  const { fingerprints } = await import('../../domain/text/plagiarism/fingerprints.ts');
  return fingerprints(request);
}

async function comparison(request: TaskRequest<'compare'>): Promise<TaskAnswer<'compare'>> {
  const { compare } = await import('../../domain/text/plagiarism/compare.ts');
  return compare(request);
}
