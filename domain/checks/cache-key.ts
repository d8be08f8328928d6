import type { AccountId } from '../shared/ids.ts';
import type { UiLanguage } from '../text/ui-language.ts';

/**
 * The parts a report is put together from. `base` and `unscored` (what stands in the place of AI
 * detection when it did not run) are free; `ai` and `grammar` are paid for once and then served from
 * the cache; plagiarism is never cached, because the library it compares with changes.
 */
export type CachedPartName = 'base' | 'unscored' | 'ai' | 'grammar';

export interface PartOf {
  readonly accountId: AccountId;
  /** Keyed hash of the text, or of the file's bytes with the type its name claims. */
  readonly source: string;
  /** Keyed hash of the file's name, which only the free parts show; empty for a text. */
  readonly label: string;
  readonly deep: boolean;
  readonly uiLanguage: UiLanguage;
  readonly engineVersion: string;
}

/** The cache key of DECISIONS: account, source, check, `deep`, `ui_lang`, engine version. */
export function partKey(part: CachedPartName, of: PartOf): string {
  const depth = part === 'ai' && of.deep ? 'deep' : 'standard';
  const label = part === 'base' || part === 'unscored' ? of.label : '';
  return [of.accountId, of.source, label, part, depth, of.uiLanguage, of.engineVersion].join('|');
}
