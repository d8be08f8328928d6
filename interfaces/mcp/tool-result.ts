import type { CallToolResult } from '@modelcontextprotocol/server';
import type { CheckEstimate } from '../../application/checks/estimate-check.ts';
import type { UsageRecord } from '../../application/ledger/get-usage.ts';
import { notice } from '../../domain/checks/assemble.ts';
import { compactReport } from '../../domain/checks/compact-report.ts';
import type { Report } from '../../domain/checks/report.ts';
import type { Refusal } from '../../domain/shared/refusal.ts';

type Structured = NonNullable<CallToolResult['structuredContent']>;

/** The whole report, as REST gives it. */
export function fullResult(reportJson: string): CallToolResult {
  const report: Structured = JSON.parse(reportJson);
  return { content: [{ type: 'text', text: reportJson }], structuredContent: report };
}

export function compactResult(reportJson: string): CallToolResult {
  const report: Report = JSON.parse(reportJson);
  return resultOf({ ...compactReport(report) });
}

export function estimateResult({ words, price, lines, available }: CheckEstimate): CallToolResult {
  return resultOf({
    estimate: { words, price, lines, affordable: price <= available },
    notice,
    credits: { used: 0, remaining: available },
  });
}

/** Members beyond the specification's are dropped here, as REST does. */
export function usageResult({ plan, credits }: UsageRecord): CallToolResult {
  const { allowance, used, bonus, remaining, period_start, period_end } = credits;
  return resultOf({
    plan,
    credits: { allowance, used, bonus, remaining, period_start, period_end },
  });
}

/** The one table that maps a refusal to a tool result: the body of REST less what is HTTP's. */
export function refusalResult(refusal: Refusal): CallToolResult {
  const { detail, code } = refusal;
  return { ...resultOf({ detail, code, ...amountsOf(refusal) }), isError: true };
}

function amountsOf(refusal: Refusal): Structured {
  if ('needed' in refusal) {
    const { needed, remaining, shortfall } = refusal;
    return { needed, remaining, shortfall };
  }
  if ('retryAfterSeconds' in refusal) {
    return { retry_after_seconds: Math.max(1, Math.ceil(refusal.retryAfterSeconds)) };
  }
  return {};
}

function resultOf(structured: Structured): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(structured) }],
    structuredContent: structured,
  };
}
