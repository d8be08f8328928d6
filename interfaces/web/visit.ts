import type { Request } from 'express';
import type { VNode } from 'preact';
import type { VisitedAccount } from '../../application/access/visit-account.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { UiLanguage } from '../../domain/text/ui-language.ts';
import type { Form } from './form.ts';
import type { Messages } from './languages/messages.ts';

/** One look of a person at a page, or one form sent. */
export interface Visit {
  readonly request: Request;
  readonly session: Request['session'];
  readonly language: UiLanguage;
  readonly messages: Messages;
  /** Where the browser is. */
  readonly clientAddress: string;
  /** What stands behind the question mark, as it came. */
  readonly queryText: string;
  readonly query: URLSearchParams;
  /** Empty when nothing was sent. */
  readonly form: Form;
  /** The secret that forms of this session carry; asking for it begins a session. */
  csrf(): string;
}

export interface SignedInVisit extends Visit {
  readonly account: VisitedAccount;
}

export type PageAnswer =
  | {
      readonly kind: 'page';
      readonly title: string;
      readonly body: VNode;
      /** 200 when absent. */
      readonly status?: number;
      /** Where the page can be loaded again; its own address when absent. */
      readonly here?: string;
      /** Whoever else a form of the page may lead to. */
      readonly formTarget?: string;
      /** Whose page it is; nobody's when absent. */
      readonly account?: VisitedAccount;
      /** When a page that was asked for too often may be asked for again. */
      readonly retryAfterSeconds?: number;
    }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'json'; readonly body: JsonObject; readonly status?: number };

/** A line of the routing table of pages. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly handle: (visit: Visit) => Promise<PageAnswer>;
}

export interface SignedInRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly handle: (visit: SignedInVisit) => Promise<PageAnswer>;
}

export function redirect(to: string): PageAnswer {
  return { kind: 'redirect', to };
}
