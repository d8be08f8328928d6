import assert from 'node:assert/strict';
import { z } from 'zod';
import { toolNames } from '../../interfaces/mcp/tool-texts.ts';

/** A tool's result in whatever form a client's library gives it. */
type CallTool = (name: string, given: Readonly<Record<string, unknown>>) => Promise<unknown>;

const toolResult = z.object({
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  structuredContent: z.looseObject({}),
  isError: z.literal(false).optional(),
});
const credits = z.object({
  plan: z.literal('pro'),
  credits: z.looseObject({ allowance: z.literal(500_000), remaining: z.number() }),
});
const section = z.looseObject({}).nullable();
const report = z.looseObject({
  verdict: section,
  corrections: z.object({ edits: z.array(z.looseObject({ original: z.string() })) }).nullable(),
  plagiarism: section,
  notice: z.string(),
  credits: z.object({ used: z.number(), remaining: z.number() }),
});

/** What a client lists must be the five tools, each with what a model has to know of it. */
export function assertEveryToolListed(
  listed: readonly { readonly name: string; readonly description?: string | undefined }[],
): void {
  assert.deepEqual(
    listed.map(({ name }) => name),
    [...toolNames],
  );
  for (const { name, description } of listed) assert.ok(description, name);
}

/**
 * Runs every tool through a client, each for another person's text, and looks at what came of it: the sections
 * that were asked for, and an account that adds up.
 */
export async function runEveryTool(client: string, call: CallTool): Promise<void> {
  const text = `This is the letter of ${client}. He go to school every day and comes home late.`;
  const result = async (name: string, given: Readonly<Record<string, unknown>>) => {
    const { content, structuredContent } = toolResult.parse(await call(name, given));
    assert.deepEqual(JSON.parse(content[0].text), structuredContent, name);
    return structuredContent;
  };
  const balance = async () => credits.parse(await result('get_credits', {})).credits.remaining;

  let expected = await balance();
  for (const [name, sections] of Object.entries(sectionsOf)) {
    const answer = report.parse(await result(name, { text }));
    const { verdict, corrections, plagiarism } = answer;
    const ran = Object.entries({ verdict, corrections, plagiarism }).filter(([, got]) => got);
    assert.deepEqual(
      ran.map(([section]) => section),
      sections,
      name,
    );
    if (corrections !== null)
      assert.ok(corrections.edits.some(({ original }) => original === 'go'));
    assert.match(answer.notice, /not proof/);
    assert.ok(answer.credits.used > 0, name);
    expected -= answer.credits.used;
    assert.equal(answer.credits.remaining, expected, name);
  }
  assert.equal(await balance(), expected);
}

const sectionsOf = {
  check_ai: ['verdict'],
  check_grammar: ['corrections'],
  check_plagiarism: ['plagiarism'],
  check_all: ['verdict', 'corrections', 'plagiarism'],
} as const;
