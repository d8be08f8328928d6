import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { type McpClient, sendMessage, type ToolResult } from './mcp-message.ts';

const listed = z.object({
  tools: z.array(z.looseObject({ name: z.string(), outputSchema: z.looseObject({}) })),
});

/** Holds results to the schemas that the server itself lists. */
export type CheckOutput = (tool: string, result: ToolResult) => void;

export async function outputChecks(client: McpClient): Promise<CheckOutput> {
  const { messages } = await sendMessage(client, { method: 'tools/list' });
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const validators = new Map(
    listed
      .parse(messages[0]?.result)
      .tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]),
  );
  return (tool, { structuredContent }) => {
    const validate = validators.get(tool) ?? assert.fail(`no such tool: ${tool}`);
    assert.ok(validate(structuredContent), `${tool}: ${ajv.errorsText(validate.errors)}`);
  };
}
