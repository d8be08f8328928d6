import type { NewEvent } from './event.ts';

/** Turns the data of one version of an event into that of the next. */
export interface Upcaster {
  readonly type: string;
  readonly fromVersion: number;
  upcast(data: NewEvent['data']): NewEvent['data'];
}

/** An event brought up to its newest version, one step at a time. Published versions never change. */
export function upcast(event: NewEvent, upcasters: readonly Upcaster[]): NewEvent {
  let current = event;
  for (;;) {
    const step = upcasters.find(
      ({ type, fromVersion }) => type === current.type && fromVersion === current.version,
    );
    if (step === undefined) return current;
    current = { type: current.type, version: current.version + 1, data: step.upcast(current.data) };
  }
}
