import type { DetectionSections } from '../../domain/checks/report.ts';
import type { TaskRequest } from './tasks.ts';

/** The sections of AI detection for a prepared text. */
export async function detectText({ base }: TaskRequest<'detect'>): Promise<DetectionSections> {
  throw new Error(`no detection model for ${base.language.code}`);
}
