// Builds when the compiled output is missing or older than a source file, so that `npm start` on a
// fresh clone and after `git pull` runs what the sources say.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['domain', 'application', 'projections', 'infrastructure', 'interfaces'];
const stamp = 'dist/.tsbuildinfo';

if (newestSource() > modified(stamp)) {
  console.error('building ...');
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], {
    stdio: ['ignore', 2, 2],
  });
}

function newestSource() {
  let newest = Math.max(modified('tsconfig.json'), modified('package.json'));
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true })) {
      if (name.endsWith('.ts')) newest = Math.max(newest, modified(join(folder, name)));
    }
  }
  return newest;
}

function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
