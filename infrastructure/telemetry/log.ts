import pino, { type DestinationStream, type Logger } from 'pino';
import type { Attributes } from '../../application/ports/telemetry.ts';
import { lineWriter } from './line-writer.ts';

type LogLevel = 'info' | 'warn' | 'error' | 'silent';

export interface LogOptions {
  readonly level: LogLevel;
  /** Where lines go; stderr when absent, because stdout belongs to the command line's answers. */
  readonly destination?: DestinationStream;
}

/** JSON lines. They are written off the caller's path; a line waits for at most one write before it. */
export function startLog({ level, destination }: LogOptions): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? lineWriter(2),
  );
}

/** A second fence: callers pass ids and counts only, but a slip must not put a secret on disk. */
export function scrub(fields: Attributes): Attributes {
  const scrubbed: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(fields)) {
    scrubbed[name] = typeof value === 'string' ? scrubText(value) : value;
  }
  return scrubbed;
}

export function scrubText(text: string): string {
  return text
    .slice(0, maxFieldLength)
    .replace(/\bas_(live|at|rt|clm)_[A-Za-z0-9_-]+/g, '[credential]')
    .replace(/[^\s@"<>:/]{1,64}@[^\s@"<>:/]{1,190}\.[A-Za-z]{2,24}/g, '[e-mail]');
}

/** A stack of eight frames fits; a text of a caller does not. */
const maxFieldLength = 2_000;
