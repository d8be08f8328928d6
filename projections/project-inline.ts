import type { RecordedEvent } from '../domain/shared/event.ts';
import { applyEvents, type ProjectionPorts } from './apply-events.ts';
import type { Projection } from './projection.ts';

/**
 * Folds events that were just appended into the models that have to show them before the command is
 * answered: who reads after the answer finds its effect, whichever process it asks.
 */
export async function projectInline(
  ports: ProjectionPorts,
  projections: readonly Projection[],
  events: readonly RecordedEvent[],
): Promise<void> {
  const inline = projections.filter(({ delivery }) => delivery === 'inline');
  await Promise.all(inline.map((projection) => applyEvents(ports, projection, events)));
}
