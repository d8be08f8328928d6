// Everything that must hold before a change lands. Stops at the first part that fails.
import { spawnSync } from 'node:child_process';

const bin = (name) => `node_modules/.bin/${name}`;
const parts = [
  ['format and lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['types and build', bin('tsc'), ['-p', 'tsconfig.json']],
  ['dead code', bin('knip'), []],
  ['tests and coverage', bin('c8'), [bin('mocha')]],
];

for (const [name, command, args] of parts) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) {
    console.error(`${name}: failed`);
    process.exit(status ?? 1);
  }
}
