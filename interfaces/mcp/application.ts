import type { Caller } from '../../application/access/authenticate.ts';
import type { CheckEstimate } from '../../application/checks/estimate-check.ts';
import type { RateDecision } from '../../application/ports/rate-windows.ts';
import type { CheckRequest } from '../../domain/checks/request.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';
import type { RestApplication } from '../http/application.ts';

/** The use cases behind the tool server: those of REST, and what agents ask for besides. */
export interface McpApplication
  extends Pick<RestApplication, 'authenticate' | 'admitRequest' | 'runCheck' | 'getUsage'> {
  /** The own, looser window of everything that is sent to the tool server. */
  admitMessage(command: { readonly caller: Caller }): Promise<RateDecision>;
  estimateCheck(command: {
    readonly caller: Caller;
    readonly request: CheckRequest;
  }): Promise<Outcome<CheckEstimate>>;
}
