import type { DetectionSections } from '../../domain/checks/report.ts';
import { detect } from '../../domain/text/detection/detect.ts';
import { sentences } from '../../domain/text/sentences.ts';
import { words } from '../../domain/text/words.ts';
import { loadDetectionModel } from './detection-model.ts';
import type { TaskRequest } from './tasks.ts';

/** The sections of AI detection for a prepared text. */
export function detectText({ base, deep, uiLanguage }: TaskRequest<'detect'>): DetectionSections {
  const { text, language } = base;
  return detect({
    base,
    sentences: sentences(text, language.code),
    words: words(text),
    language: language.code,
    deep,
    model: loadDetectionModel(),
    uiLanguage,
  });
}
