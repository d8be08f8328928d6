import type { Revision } from './mcp-message.ts';

/** A scenario of the conformance suite, or some of its checks, that the service cannot be held to. */
export interface Inapplicable {
  readonly scenarios: readonly string[];
  /** In this revision alone, when it does apply in another. */
  readonly revision?: Revision;
  /** Only these checks of it; without them, the whole of it. */
  readonly checks?: readonly string[];
  readonly because: string;
  /** How the suite itself says so, in what it reports of each check that did not pass. */
  readonly shownBy: RegExp;
}

const ownTool = {
  because: "it calls tools of the suite's own test server",
  shownBy: /Unknown tool: expected one of check_ai/,
} as const;

/** The service has tools and nothing else, keeps nothing between two messages and never asks back. */
export const inapplicable: readonly Inapplicable[] = [
  {
    scenarios: [
      'tools-call-simple-text',
      'tools-call-image',
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-mixed-content',
      'tools-call-error',
      'tools-call-with-progress',
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
    ],
    ...ownTool,
  },
  {
    scenarios: ['json-schema-2020-12'],
    because: ownTool.because,
    shownBy: /Tool 'json_schema_2020_12_tool' not found/,
  },
  {
    scenarios: [
      'input-required-result-basic-elicitation',
      'input-required-result-basic-sampling',
      'input-required-result-basic-list-roots',
      'input-required-result-request-state',
      'input-required-result-multiple-input-requests',
      'input-required-result-result-type',
      'input-required-result-capability-check',
      'input-required-result-ignore-extra-params',
      // It passes, because the refusal that it wants is the one of a tool that does not exist.
      'input-required-result-validate-input',
    ],
    ...ownTool,
  },
  {
    scenarios: [
      'input-required-result-multi-round',
      'input-required-result-tampered-state',
      'input-required-result-missing-input-response',
    ],
    because: `${ownTool.because}, which ask back before they answer`,
    shownBy: /InputRequiredResult/,
  },
  {
    scenarios: ['input-required-result-non-tool-request'],
    because: 'it gets a prompt that asks back, and there are no prompts',
    shownBy: /Method not found/,
  },
  {
    scenarios: ['server-stateless'],
    checks: [
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-server-no-log-without-loglevel',
    ],
    because: ownTool.because,
    shownBy: /server does not list the diagnostic tool/,
  },
  {
    scenarios: ['server-stateless'],
    checks: [
      'sep-2575-server-sends-subscription-ack',
      'sep-2575-server-tags-subscription-id',
      'sep-2575-server-honors-notification-filter',
      'sep-2575-server-sends-prompts-list-changed-on-subscription',
      'sep-2575-server-sends-tools-list-changed-on-subscription',
    ],
    because: 'the tools never change, so there is nothing to subscribe to',
    shownBy: /no subscription-delivered capability|did not declare \w+\.listChanged/,
  },
  {
    scenarios: ['caching'],
    checks: [
      'sep-2549-prompts-list-caching-hints',
      'sep-2549-resources-list-caching-hints',
      'sep-2549-resources-templates-list-caching-hints',
      'sep-2549-resources-read-caching-hints',
    ],
    because: 'there are no prompts and no resources',
    shownBy: /Method not found|resources\/list failed/,
  },
  {
    scenarios: ['sep-2164-resource-not-found'],
    checks: ['sep-2164-error-code', 'sep-2164-data-uri'],
    because: 'there are no resources: the method is unknown, not the resource',
    shownBy: /got -32601|data\.uri is undefined/,
  },
  {
    scenarios: [
      'resources-list',
      'resources-read-text',
      'resources-read-binary',
      'resources-templates-read',
      'resources-subscribe',
      'resources-unsubscribe',
    ],
    because: 'there are no resources',
    shownBy: /Method not found/,
  },
  {
    scenarios: [
      'prompts-list',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-embedded-resource',
      'prompts-get-with-image',
    ],
    because: 'there are no prompts',
    shownBy: /Method not found/,
  },
  {
    scenarios: ['completion-complete'],
    because: 'completions are for prompts and resources',
    shownBy: /Method not found/,
  },
  {
    scenarios: ['logging-set-level', 'tools-call-with-logging'],
    because: 'the server sends no log to its clients',
    shownBy: /Method not found/,
  },
  {
    scenarios: ['server-session-lifecycle', 'server-sse-multiple-streams', 'server-sse-polling'],
    revision: '2025-11-25',
    because: 'there are no sessions, which are optional, and no streams to come back to',
    shownBy: /MCP-Session-Id|session ID|resumability|reconnection/,
  },
  {
    scenarios: ['http-custom-header-server-validation'],
    because: 'no argument of a tool is to be repeated in a header',
    shownBy: /no tool with x-mcp-header annotations/,
  },
  {
    scenarios: [
      'tasks-lifecycle',
      'tasks-capability-negotiation',
      'tasks-wire-fields',
      'tasks-request-state-removal',
      'tasks-mrtr-input',
      'tasks-request-headers',
      'tasks-dispatch-and-envelope',
      'tasks-status-notifications',
      'tasks-required-task-error',
      'tasks-mrtr-composition',
    ],
    because: 'tasks are an extension of the protocol that the server does not have',
    shownBy:
      /Unknown tool|capabilities\.extensions MUST|-32601|-32021|no task was created|fixture from Check 2|SEP-2663/,
  },
  {
    scenarios: [
      'sep-2640-skills-directory',
      'sep-2640-skills-enumeration',
      'sep-2640-skills-manifest',
    ],
    because: 'skills are an extension of the protocol that the server does not have',
    shownBy: /did not declare the io\.modelcontextprotocol\/skills extension/,
  },
];
