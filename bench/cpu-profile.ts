import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** What `node --cpu-prof` writes, as far as it is read here. */
const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

/** Where code belongs, by its address; the innermost frame that is listed decides. */
const parts: readonly (readonly [name: string, address: RegExp])[] = [
  ['engine pool and its messages', /infrastructure\/analysis|node:internal\/child_process/],
  ['messages to the store threads', /node:internal\/worker|per_context\/messageport|sqlite-thread/],
  ['schemas (zod)', /node_modules\/zod/],
  ['store reads and writes', /better-sqlite3|infrastructure\/(?:embedded|events)/],
  ['ledger', /\/(?:domain|application)\/ledger\/|stream-writer|mailbox|handle-command|snapshots/],
  ['read models', /\/projections\//],
  ['access and rate', /\/(?:domain|application)\/access\//],
  ['checks and reports', /\/(?:domain|application)\/checks\/|\/domain\/text\//],
  [
    'telemetry and log',
    /opentelemetry|infrastructure\/telemetry|node_modules\/(?:pino|sonic-boom)/,
  ],
  ['routes and encoding', /\/interfaces\//],
  ['Express', /node_modules\//],
  ['HTTP and sockets of Node', /node:(?:_http|net|stream|internal\/(?:http|stream|js_stream))/],
];

export interface ProfileParts {
  /** Share of the time that the thread was busy. */
  readonly utilisation: number;
  /** Share of the busy time by part, largest first. */
  readonly shares: readonly (readonly [part: string, share: number])[];
}

/** The time of one thread by part. `from` and `to` are shares of the whole: the start is left out. */
export function profileParts(
  file: string,
  { from, to }: { readonly from: number; readonly to: number },
): ProfileParts {
  const profile = profileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const partOf = partsOfNodes(profile.nodes);
  const times = new Map<string, number>();
  const first = Math.floor(profile.samples.length * from);
  const last = Math.floor(profile.samples.length * to);
  let whole = 0;
  for (let index = first; index < last; index++) {
    const part = partOf.get(profile.samples[index] ?? -1) ?? 'other';
    const time = profile.timeDeltas[index] ?? 0;
    times.set(part, (times.get(part) ?? 0) + time);
    whole += time;
  }
  const busy = whole - (times.get('idle') ?? 0);
  times.delete('idle');
  const shares = [...times].map(([part, time]) => [part, time / busy] as const);
  return {
    utilisation: busy / whole,
    shares: shares.sort(([, left], [, right]) => right - left),
  };
}

type ProfileNode = z.infer<typeof profileSchema>['nodes'][number];

/** A frame that belongs nowhere belongs to whoever called it. */
function partsOfNodes(nodes: readonly ProfileNode[]): ReadonlyMap<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = new Map<number, string>();
  const [root] = nodes;
  const open: (readonly [ProfileNode, string])[] = root === undefined ? [] : [[root, 'other']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, callers] = next;
    const part = ownPart(node) ?? callers;
    found.set(node.id, part);
    for (const child of node.children ?? []) {
      const known = byId.get(child);
      if (known !== undefined) open.push([known, part]);
    }
  }
  return found;
}

function ownPart({ callFrame: { functionName, url } }: ProfileNode): string | undefined {
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'system calls and runtime';
  return parts.find(([, address]) => address.test(url))?.[0];
}
