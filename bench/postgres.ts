import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Postgres {
  /** Debits a second on one row, by 16 clients: what a team would write instead of a ledger. */
  hotDebits(seconds: number): Promise<number>;
  /** For clients of this process. */
  readonly connectionString: string;
  stop(): void;
}

const port = '18809';
const schema = `
create table account (id int primary key, balance bigint not null check (balance >= 0));
create table ledger (id bigserial primary key, account_id int not null, amount bigint not null,
  check_id uuid not null default gen_random_uuid() unique, created_at timestamptz not null default now());
insert into account values (1, 1000000000000);
`;
const debit = `
begin;
insert into ledger (account_id, amount) values (1, 1);
update account set balance = balance - 1 where id = 1;
commit;
`;

/** A PostgreSQL of Debian's packages in a temporary folder; undefined when it is not installed. */
export async function startPostgres(): Promise<Postgres | undefined> {
  const bin = newestBin();
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'assay-pg-'));
  const user = ordinaryUser(folder);
  const asUser = (
    command: string,
    args: readonly string[],
  ): readonly [string, readonly string[]] =>
    user === null
      ? [join(bin, command), args]
      : ['runuser', ['-u', user, '--', join(bin, command), ...args]];
  const start = (command: string, args: readonly string[]): void => {
    const [program, words] = asUser(command, args);
    execFileSync(program, [...words], { stdio: 'ignore', cwd: folder });
  };
  const data = join(folder, 'data');
  start('initdb', ['-D', data, '-A', 'trust', '-U', 'bench', '--no-instructions']);
  start('pg_ctl', [
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    `-c listen_addresses=127.0.0.1 -c port=${port} -k ${folder}`,
    'start',
  ]);
  // Over TCP, as a service reaches its database.
  const connection = ['-h', '127.0.0.1', '-p', port, '-U', 'bench'];
  start('psql', [...connection, '-d', 'postgres', '-q', '-c', schema]);
  const script = join(folder, 'debit.sql');
  writeFileSync(script, debit);
  chmodSync(script, 0o644);
  return {
    connectionString: `postgresql://bench@127.0.0.1:${port}/postgres`,
    async hotDebits(seconds) {
      const args = ['-n', '-c', '16', '-j', '2', '-T', String(seconds), '-f', script, 'postgres'];
      const [program, words] = asUser('pgbench', [...connection, ...args]);
      const { stdout } = await run(program, [...words], { cwd: folder });
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    },
    stop() {
      start('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function newestBin(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const version = readdirSync(root).sort((left, right) => Number(right) - Number(left))[0];
  return version === undefined ? undefined : join(root, version, 'bin');
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function ordinaryUser(folder: string): string | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres']).toString());
  chownSync(folder, id('-u'), id('-g'));
  return 'postgres';
}
