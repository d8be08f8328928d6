import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { packageRoot } from './support/package-root.ts';

const layers = ['domain', 'application', 'projections', 'infrastructure', 'interfaces'] as const;
type Layer = (typeof layers)[number];

/** The dependency rule of the README: which layers each layer may import. */
const mayImport: Readonly<Record<Layer, readonly Layer[]>> = {
  domain: ['domain'],
  application: ['application', 'domain'],
  projections: ['projections', 'application', 'domain'],
  infrastructure: ['infrastructure', 'application', 'domain'],
  interfaces: ['interfaces', 'application', 'domain'],
};
const seesEverything = [
  'interfaces/composition.ts',
  'interfaces/compose-pages.ts',
  'interfaces/main.ts',
  'interfaces/open-stores.ts',
];
const maxFileLines = 250;
const maxFunctionLines = 60;
const maxParameters = 3;

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

const files = [...layers, 'evaluation', 'bench'].flatMap(sourcesOf);
const tests = sourcesOf('test');
const product = files.filter(({ path }) => layerOf(path) !== undefined);

describe('the architecture', () => {
  it('is checked on every layer', () => {
    for (const layer of layers) {
      const count = files.filter(({ path }) => path.startsWith(`${layer}/`)).length;
      assert.ok(count >= 5, `only ${count} files found in ${layer}`);
    }
  });

  it('lets each layer import only what it may', () => {
    const faults = product.flatMap(({ path, tree }) =>
      importsOf(tree).flatMap((target) => importFault(path, target)),
    );
    assert.deepEqual(faults, []);
  });

  it('keeps files short, word lists and rule tables apart', () => {
    assert.ok(tests.length >= 50, `only ${tests.length} files found in test`);
    const long = [...files, ...tests]
      .filter(({ text, tree }) => text.split('\n').length - 1 > maxFileLines && !isData(tree))
      .map(({ path, text }) => `${path}: ${text.split('\n').length - 1} lines`);
    assert.deepEqual(long, []);
  });

  it('keeps functions short and their parameters few', () => {
    const faults = files.flatMap(({ path, tree }) => functionFaults(path, tree));
    assert.deepEqual(faults, []);
  });

  it('has no any, no cast, no non-null assertion and no suppressed error', () => {
    const faults = product.flatMap(({ path, tree, text }) => typeFaults(path, tree, text));
    assert.deepEqual(faults, []);
  });

  it('reads the clock and rolls dice in infrastructure only', () => {
    const pure = product.filter(({ path }) => !path.startsWith('infrastructure/'));
    const faults = pure
      .filter(({ text }) => /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\(\)/.test(text))
      .map(({ path }) => path);
    assert.deepEqual(faults, []);
  });

  it('has no barrel and no file whose name says nothing', () => {
    const vague = files.filter(({ path }) =>
      /(^|\/)(index|utils?|helpers?|manager|service|common|misc)\.ts$/.test(path),
    );
    assert.deepEqual(
      vague.map(({ path }) => path),
      [],
    );
  });
});

describe('the catalogue of events', () => {
  it('lists every event of the code with its version, and no other', () => {
    const catalogue = readFileSync(join(packageRoot, 'domain/EVENTS.md'), 'utf8');
    const listed = [...catalogue.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(
      ([, type, version]) => `${type} ${version}`,
    );
    const declared = files
      .filter(({ path }) => /^domain\/.*events\.ts$/.test(path))
      .flatMap(({ tree }) => eventsDeclaredIn(tree));
    assert.ok(declared.length >= 10);
    assert.deepEqual(listed.sort(), declared.sort());
  });
});

function sourcesOf(folder: string): readonly SourceFile[] {
  const names = readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const path = relative('.', join(folder, name));
      const text = readFileSync(join(packageRoot, path), 'utf8');
      return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true) };
    });
}

/** `NewEvent<'Type', Data, Version>`; who leaves the version out means the first. */
function eventsDeclaredIn(tree: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node) && node.typeName.getText() === 'NewEvent') {
      const [type, , version] = node.typeArguments?.map((word) => word.getText()) ?? [];
      if (type !== undefined) found.push(`${type.slice(1, -1)} ${version ?? 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function layerOf(path: string): Layer | undefined {
  return layers.find((layer) => path.startsWith(`${layer}/`));
}

function importsOf(tree: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isImport = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    if (
      isImport &&
      node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push(node.moduleSpecifier.text);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [target] = node.arguments;
      if (target !== undefined && ts.isStringLiteral(target)) found.push(target.text);
    }
    if (ts.isImportTypeNode(node)) found.push(node.argument.getText().slice(1, -1));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function importFault(path: string, target: string): readonly string[] {
  const layer = layerOf(path);
  if (layer === undefined || seesEverything.includes(path)) return [];
  if (!target.startsWith('.')) {
    const pure = layer === 'domain' || layer === 'application' || layer === 'projections';
    return pure ? [`${path} imports the package ${target}`] : [];
  }
  const resolved = relative('.', join(path, '..', target));
  const to = layerOf(resolved);
  if (to !== undefined && mayImport[layer].includes(to)) return [];
  return [`${path} imports ${resolved}`];
}

/** Data: nothing in the file decides anything. */
function isData(tree: ts.SourceFile): boolean {
  let decides = false;
  const visit = (node: ts.Node): void => {
    decides ||=
      ts.isFunctionDeclaration(node) ||
      ts.isIfStatement(node) ||
      ts.isForOfStatement(node) ||
      // A statement that only calls something runs for its effect, as each test of a suite does.
      ts.isExpressionStatement(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return !decides;
}

function functionFaults(path: string, tree: ts.SourceFile): readonly string[] {
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const start = tree.getLineAndCharacterOfPosition(node.getStart()).line;
      const lines = tree.getLineAndCharacterOfPosition(node.getEnd()).line - start + 1;
      if (lines > maxFunctionLines)
        faults.push(`${path}:${start + 1}: a function of ${lines} lines`);
      const length = isReplacer(node) ? 0 : node.parameters.length;
      if (length > maxParameters) faults.push(`${path}:${start + 1}: ${length} parameters`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return faults;
}

/** A function given to `replace` has the parameters that the language gives it. */
function isReplacer(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression))
    return false;
  return ['replace', 'replaceAll'].includes(parent.expression.name.text);
}

function typeFaults(path: string, tree: ts.SourceFile, text: string): readonly string[] {
  const faults: string[] = [];
  if (/@ts-(ignore|nocheck|expect-error)|biome-ignore/.test(text))
    faults.push(`${path}: suppressed`);
  const visit = (node: ts.Node): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (node.kind === ts.SyntaxKind.AnyKeyword) faults.push(`${path}:${line}: any`);
    const isCast = ts.isAsExpression(node) && node.type.getText() !== 'const';
    // Brand constructors are the one place where a value becomes more than its type says.
    if (isCast && !path.startsWith('domain/shared/')) faults.push(`${path}:${line}: as`);
    if (ts.isNonNullExpression(node)) faults.push(`${path}:${line}: non-null assertion`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return faults;
}
