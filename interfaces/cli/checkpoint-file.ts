import { z } from 'zod';
import type { SignedCheckpoint } from '../../domain/ledger/checkpoint.ts';
import { CommandFault } from './output.ts';

const count = z.number().int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const file: z.ZodType<SignedCheckpoint> = z.strictObject({
  version: z.literal(1),
  created_at: z.string(),
  position: count,
  events: count,
  streams: count,
  prefixes: z.array(z.string()).readonly(),
  heads_root: hash,
  log_hash: hash.or(z.literal('')),
  public_key: z.string(),
  signature: z.string(),
  heads: z.array(z.tuple([z.string(), count, hash]).readonly()).readonly(),
});

/** A checkpoint as `assay checkpoint` wrote it. @throws CommandFault when it is none */
export function parseCheckpoint(text: string): SignedCheckpoint {
  const parsed = file.safeParse(json(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new CommandFault(`this is no checkpoint: ${where}: ${issue?.message ?? 'another shape'}`);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFault('this is no checkpoint: it is not JSON');
  }
}
