import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Caller } from '../../application/access/authenticate.ts';
import { CheckCancelledError, type CheckWatch } from '../../application/checks/check-watch.ts';
import type { Telemetry } from '../../application/ports/telemetry.ts';
import type { Outcome, Refusal } from '../../domain/shared/refusal.ts';
import { problemOfError } from '../http/problems.ts';
import { describeError } from '../http/serve.ts';
import type { McpApplication } from './application.ts';
import { decodeCheckArguments, decodeNoArguments } from './decode-arguments.ts';
import type { CheckToolName } from './tool-inputs.ts';
import {
  compactResult,
  estimateResult,
  fullResult,
  refusalResult,
  usageResult,
} from './tool-result.ts';
import type { ToolName } from './tool-texts.ts';

export interface ToolCall {
  /** Or why there is nobody whose credits could be spent. */
  readonly caller: Outcome<Caller>;
  readonly name: ToolName;
  readonly given: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
  readonly watch: CheckWatch;
}

export interface CallToolPorts {
  readonly application: McpApplication;
  readonly telemetry: Telemetry;
}

/**
 * Arguments to request, one use case, answer to result. Refusals and failures are results as well, with the
 * codes of REST.
 * @throws CheckCancelledError
 */
export async function callTool(ports: CallToolPorts, call: ToolCall): Promise<CallToolResult> {
  const { telemetry } = ports;
  try {
    const { caller } = call;
    const outcome = caller.ok ? await answer(ports, { ...call, caller: caller.value }) : caller;
    return outcome.ok ? outcome.value : refusal(telemetry, outcome.refusal);
  } catch (error) {
    if (error instanceof CheckCancelledError) throw error;
    telemetry.log('error', 'tool call failed', describeError(error));
    return refusal(telemetry, problemOfError(error).refusal);
  }
}

type AdmittedCall = Omit<ToolCall, 'caller'> & { readonly caller: Caller };

function answer(ports: CallToolPorts, call: AdmittedCall): Promise<Outcome<CallToolResult>> {
  const { name } = call;
  return name === 'get_credits' ? credits(ports, call) : check(ports, { ...call, name });
}

async function credits(
  { application }: CallToolPorts,
  { caller, given }: AdmittedCall,
): Promise<Outcome<CallToolResult>> {
  const none = decodeNoArguments(given);
  if (!none.ok) return none;
  const usage = await application.getUsage({ caller });
  return usage.ok ? { ok: true, value: usageResult(usage.value) } : usage;
}

async function check(
  { application }: CallToolPorts,
  call: AdmittedCall & { readonly name: CheckToolName },
): Promise<Outcome<CallToolResult>> {
  const { caller, name, given, correlationId, watch } = call;
  const decoded = decodeCheckArguments(name, given);
  if (!decoded.ok) return decoded;
  const { request, detail, estimate } = decoded.value;
  if (estimate) {
    const estimated = await application.estimateCheck({ caller, request });
    return estimated.ok ? { ok: true, value: estimateResult(estimated.value) } : estimated;
  }
  const route = `/mcp/${name}`;
  const command = { caller, request, correlationId, idempotencyKey: null, route, watch };
  const checked = await application.runCheck(command);
  if (!checked.ok) return checked;
  const { reportJson } = checked.value;
  const result = detail === 'full' ? fullResult(reportJson) : compactResult(reportJson);
  return { ok: true, value: result };
}

function refusal(telemetry: Telemetry, refused: Refusal): CallToolResult {
  telemetry.count('assay.rejected', { code: refused.code });
  return refusalResult(refused);
}
