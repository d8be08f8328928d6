import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * The address of a module beside the calling one: `siblingModule('event-log-worker', import.meta.url)`.
 * The compiler rewrites the extension of imports, not of addresses, so it is taken from the caller.
 */
export function siblingModule(name: string, callerUrl: string): URL {
  return new URL(`./${name}${isSource(callerUrl) ? '.ts' : '.js'}`, callerUrl);
}

/**
 * Starts a worker thread on a module of ours. Node 20 does not hand the development loop's loader
 * on to threads, so a thread that runs from source registers it first.
 */
export function startWorker(entry: URL, options: WorkerOptions): Worker {
  if (!isSource(entry.href)) return new Worker(entry, options);
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = JSON.stringify(new URL('dist/esm/api/index.mjs', tsx).href);
  const boot = `import(${loader}).then((tsx) => { tsx.register(); return import(${JSON.stringify(entry.href)}); });`;
  return new Worker(boot, { ...options, eval: true });
}

function isSource(url: string): boolean {
  return url.endsWith('.ts');
}
