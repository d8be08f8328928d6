import { type Answer, jsonType } from '../http/exchange.ts';

/** JSON-RPC 2.0, 5.1 */
export const parseErrorCode = -32_700;
export const invalidRequestCode = -32_600;
export const methodNotFoundCode = -32_601;
/** Of the range that JSON-RPC leaves to servers. */
export const refusedCode = -32_000;

/** For what is refused before the library sees it. */
export function jsonRpcError(error: {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly id?: string | number | null;
}): Answer {
  const { status, code, message, id = null } = error;
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id });
  return { status, contentType: jsonType, body };
}
