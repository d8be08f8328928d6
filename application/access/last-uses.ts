import type { AccountId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { ReadModels } from '../ports/read-models.ts';

export interface LastUsesPorts {
  readonly readModels: ReadModels;
  readonly documents: DocumentCodec;
}

/**
 * When each key and authorization of an account last ran a check, by its id. Follows the log, so it may lag
 * behind by a moment; reading the usage record, which is free and no event, does not count.
 */
export async function lastUses(
  { readModels, documents }: LastUsesPorts,
  { accountId }: { readonly accountId: AccountId },
): Promise<ReadonlyMap<string, Instant>> {
  const document = await readModels.get(readModelNames.lastUses, accountId);
  if (document === undefined) return new Map();
  return new Map(Object.entries(documents.lastUses(document).uses));
}
