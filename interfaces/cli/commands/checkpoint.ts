import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { parseCheckpoint } from '../checkpoint-file.ts';
import { CommandFault, print, say } from '../output.ts';
import type { WithOperations } from '../with-operations.ts';

const checkpointHelp = `
A checkpoint signs (Ed25519) where every stream of the log stands now. Kept where nobody who can write to
the log can write, it proves later, with "assay verify", that nothing before it has changed. The key is
checkpoint-key.pem in the data folder, made on first use, or ASSAY_CHECKPOINT_KEY (PEM, or a file's path).`;

const verifyHelp = `
Recomputes every chain up to the checkpoint. Exit code 1 when anything was changed, put in, left out or moved,
when the signature does not fit, or when another key signed it. Give --key with a public key that you kept
yourself: without it the key in the data folder is believed, which whoever changed the log may have changed.`;

export function addCheckpointCommands(program: Command, withOperations: WithOperations): void {
  const checkpoint = program
    .command('checkpoint')
    .description('sign where the log stands')
    .option('--out <file>', 'write the checkpoint there, and print it without its list of streams')
    .addHelpText('after', checkpointHelp)
    .action(({ out }: { out?: string }) =>
      withOperations(async (operations) => {
        const signed = await operations.makeCheckpoint();
        if (out === undefined) {
          print(signed);
          return;
        }
        writeNew(out, `${JSON.stringify(signed)}\n`);
        const { heads: _, ...heading } = signed;
        print({ ...heading, file: out });
      }),
    );
  checkpoint
    .command('key')
    .description('print the public key that checkpoints are verified with')
    .option('--out <file>', 'also write it there, as PEM')
    .action(({ out }: { out?: string }, command: Command) =>
      withOperations(async (operations) => {
        // The option of the same name of `checkpoint` would take the word for itself.
        const file = out ?? command.optsWithGlobals<{ out?: string }>().out;
        const public_key = operations.checkpointKey();
        if (file !== undefined) writeNew(file, public_key);
        print({ algorithm: 'Ed25519', public_key });
      }),
    );
  addVerifyCommand(program, withOperations);
}

function addVerifyCommand(program: Command, withOperations: WithOperations): void {
  program
    .command('verify')
    .description('prove that history before a checkpoint has not changed')
    .argument('<checkpoint>', 'file that "assay checkpoint" wrote')
    .option('--key <file>', 'public key to trust, as PEM')
    .addHelpText('after', verifyHelp)
    .action((path: string, { key }: { key?: string }) =>
      withOperations(async (operations) => {
        const checkpoint = parseCheckpoint(read(path));
        const publicKey = key === undefined ? trustedHere(operations) : read(key);
        const verdict = await operations.verifyCheckpoint({ checkpoint, publicKey });
        print(verdict);
        const { first_fault: first } = verdict;
        if (first === null) return;
        const place = first.stream === null ? '' : `${first.stream} revision ${first.revision}: `;
        throw new CommandFault(`history is not as it was signed: ${place}${first.fault}`);
      }),
    );
}

function trustedHere(operations: { knownCheckpointKey(): string | undefined }): string {
  const known = operations.knownCheckpointKey();
  if (known === undefined) throw new CommandFault('no key to trust: give one with --key');
  say('believing the key in the data folder; give --key with one that you kept yourself');
  return known;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CommandFault(`cannot read ${path}: ${error instanceof Error ? error.message : ''}`);
  }
}

/** What proves something must not be written over. */
function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    throw new CommandFault(`cannot write ${path}: ${error instanceof Error ? error.message : ''}`);
  }
}
