/** What travels between the server and a worker process, one task at a time. */
export interface TaskMessage {
  readonly id: number;
  readonly task: unknown;
}

export type AnswerMessage =
  /** The worker has the task: from here on its death is the task's failure. */
  | { readonly id: number; readonly started: true }
  | {
      readonly id: number;
      readonly ok: true;
      readonly value: unknown;
      /** Resident memory of the worker after the task, in bytes. */
      readonly rssBytes: number;
    }
  | {
      readonly id: number;
      readonly ok: false;
      readonly failure: string;
      /** The process may be damaged: it must not get another task. */
      readonly isFatal: boolean;
    };

export function isTaskMessage(message: unknown): message is TaskMessage {
  return isRecord(message) && typeof message.id === 'number' && 'task' in message;
}

export function isAnswerMessage(message: unknown): message is AnswerMessage {
  if (!isRecord(message) || typeof message.id !== 'number') return false;
  if (message.started === true) return true;
  return message.ok === true
    ? typeof message.rssBytes === 'number'
    : message.ok === false &&
        typeof message.failure === 'string' &&
        typeof message.isFatal === 'boolean';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
