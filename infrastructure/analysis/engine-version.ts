import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Everything of ours that an answer depends on, below the folder of the compiled or source tree. */
const engineFolders = ['domain/text', 'domain/checks', 'infrastructure/analysis'];

/**
 * One name for the whole of the engines: code, learned weights, third-party versions and Unicode tables. Taken
 * from the files themselves, because a number kept by hand is forgotten once and then serves stale reports.
 */
export function engineVersion(): string {
  const codeRoot = fileURLToPath(new URL('../..', import.meta.url));
  const packageRoot = packageRootAbove(codeRoot);
  const hash = createHash('sha256');
  for (const folder of engineFolders) addFolder(join(codeRoot, folder), hash);
  addFolder(join(packageRoot, 'models'), hash);
  const { version, dependencies } = readPackage(packageRoot);
  hash.update(JSON.stringify([dependencies, process.versions.icu, process.versions.unicode]));
  return `${version}+${hash.digest('hex').slice(0, 16)}`;
}

type Hash = ReturnType<typeof createHash>;

function addFolder(folder: string, hash: Hash): void {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(path, hash);
    else if (/\.(?:ts|js|bin|json)$/.test(entry.name))
      hash.update(entry.name).update(readFileSync(path));
  }
}

function packageRootAbove(folder: string): string {
  const parent = dirname(folder);
  return existsSync(join(folder, 'package.json')) || parent === folder
    ? folder
    : packageRootAbove(parent);
}

function readPackage(root: string): { version: string; dependencies: unknown } {
  const content: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (typeof content !== 'object' || content === null) throw new Error('package.json is no object');
  const version =
    'version' in content && typeof content.version === 'string' ? content.version : '0';
  return { version, dependencies: 'dependencies' in content ? content.dependencies : null };
}
