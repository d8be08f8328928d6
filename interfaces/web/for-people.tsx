import type { Request, RequestHandler, Response } from 'express';
import { render } from 'preact-render-to-string';
import { AccountErasedError } from '../../application/ports/personal-data.ts';
import { success } from '../../domain/shared/refusal.ts';
import { clientAddress } from '../http/client-address.ts';
import { type Answer, ClientGoneError, type Exchange, type Handle } from '../http/exchange.ts';
import { problemOfError } from '../http/problems.ts';
import type { WebEnvironment } from './application.ts';
import { cookieOf } from './cookie-of.ts';
import { noForm, readForm } from './form.ts';
import { catalogues, languageOf } from './languages/messages.ts';
import { pageHeaders } from './page-headers.ts';
import { Layout } from './pages/layout.tsx';
import { MessagePage } from './pages/message.tsx';
import { languageCookie } from './routes/language.ts';
import type { PageAnswer, PageRoute, Visit } from './visit.ts';

interface Ways {
  readonly environment: WebEnvironment;
  readonly session: RequestHandler;
  readonly request: Request;
}

/** Answers one request to a page: who is it, what does the form say, what is there to see. */
export function forPeople(ways: Ways, routes: readonly PageRoute[]): Handle {
  return async (exchange) => {
    const { environment, request } = ways;
    const visit = visitOf(ways);
    const { answer, formTarget } = await made(ways, { visit, exchange, routes });
    const secure = environment.baseUrl.startsWith('https:');
    await passed(environment, pageHeaders({ secure, formTarget }), request);
    return success(answer);
  };
}

interface Made {
  readonly answer: Answer;
  readonly formTarget: string | null;
}

/** Nothing is answered before the session is kept: who follows a redirect asks for it at once. */
async function made(ways: Ways, asked: Asked): Promise<Made> {
  const { visit } = asked;
  try {
    await begun(ways);
    const before = textOf(visit.session);
    const answer = await answerTo(ways, asked);
    const encodedAnswer = encoded(visit, answer);
    await keep(visit, before);
    const formTarget = answer.kind === 'page' ? (answer.formTarget ?? null) : null;
    return { answer: encodedAnswer, formTarget };
  } catch (error) {
    if (error instanceof ClientGoneError) throw error;
    // Erased while this was under way, which is nobody's fault: the next page asks who is there.
    if (error instanceof AccountErasedError) {
      const answer = encoded(visit, message(visit, 403, ['closed', 'closedHint']));
      return { answer, formTarget: null };
    }
    ways.environment.telemetry.log('error', 'a page failed', whereOf(error));
    const { status } = problemOfError(error);
    const answer = encoded(visit, message(visit, status, ['failed', 'failedHint']));
    return { answer, formTarget: null };
  }
}

async function begun({ environment, session, request }: Ways): Promise<void> {
  // The address people see decides whether cookies are for https alone: behind a proxy that ends TLS the
  // connection itself says nothing of it.
  const value = environment.baseUrl.startsWith('https:');
  Object.defineProperty(request, 'secure', { value, configurable: true });
  await passed(environment, session, request);
}

/** Undefined once the session is ended. */
function textOf(session: Visit['session'] | undefined): string | undefined {
  return session === undefined ? undefined : JSON.stringify(session);
}

async function keep({ request }: Visit, before: string | undefined): Promise<void> {
  const { session } = request;
  if (textOf(session) === before) return;
  await new Promise<void>((resolve, reject) => {
    if (session === undefined) resolve();
    else session.save((error: unknown) => (error ? reject(error) : resolve()));
  });
}

interface Asked {
  readonly visit: Visit;
  readonly exchange: Exchange;
  readonly routes: readonly PageRoute[];
}

async function answerTo(ways: Ways, { visit, exchange, routes }: Asked): Promise<PageAnswer> {
  const { environment, request } = ways;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (routes.length === 0) return message(visit, 404, ['notFound', 'notFoundHint']);
  const route = routes.find((candidate) => candidate.method === method);
  if (route === undefined) return otherMethod(visit, routes);
  if (route.method === 'GET') return route.handle(visit);
  const form = await readForm(request, exchange);
  if (form === null) return message(visit, 400, ['badForm', 'badFormHint']);
  const { csrf } = request.session;
  if (csrf === undefined || !environment.sameText(csrf, form.get('csrf') ?? '')) {
    return message(visit, 403, ['expired', 'expiredHint']);
  }
  return route.handle({ ...visit, form });
}

/** Lets a handler of express do its part; what it reports later can only be written down. */
function passed(
  { telemetry }: WebEnvironment,
  handler: RequestHandler,
  request: Request,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const response = responseOf(request);
    let done = false;
    handler(request, response, (error?: unknown) => {
      if (done && error !== undefined) {
        telemetry.log('error', 'a session was not kept', whereOf(error));
      }
      done = true;
      if (error === undefined) resolve();
      else reject(error);
    });
  });
}

function visitOf({ environment, request }: Ways): Visit {
  const chosen = cookieOf(request.headers.cookie, languageCookie);
  const language = languageOf(chosen, request.headers['accept-language']);
  const [, queryText = ''] = (request.originalUrl ?? '').split(/\?(.*)/s);
  return {
    request,
    get session() {
      return request.session;
    },
    language,
    messages: catalogues[language],
    clientAddress: clientAddress(request, environment.trustedProxies),
    queryText,
    query: new URLSearchParams(queryText),
    form: noForm,
    csrf() {
      request.session.csrf ??= environment.freshSecret();
      return request.session.csrf;
    },
  };
}

type ErrorText = keyof Visit['messages']['errors'];

function message(
  { messages }: Visit,
  status: number,
  [title, text]: readonly [ErrorText, ErrorText],
): PageAnswer {
  const { errors } = messages;
  const body = <MessagePage messages={messages} title={errors[title]} text={errors[text]} />;
  return { kind: 'page', title: errors[title], status, here: '/account', body };
}

/** A form's address that is opened, as by loading its answer again, has a page nearby. */
function otherMethod(visit: Visit, routes: readonly PageRoute[]): PageAnswer {
  const allowed = routes.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method));
  responseOf(visit.request).setHeader('Allow', allowed.join(', '));
  return message(visit, 405, ['method', 'methodHint']);
}

function encoded(visit: Visit, answer: PageAnswer): Answer {
  switch (answer.kind) {
    case 'redirect':
      return {
        status: 303,
        headers: { Location: answer.to },
        contentType: 'text/plain; charset=utf-8',
        body: '',
      };
    case 'json': {
      const contentType = 'application/json; charset=utf-8';
      return { status: answer.status ?? 200, contentType, body: JSON.stringify(answer.body) };
    }
    case 'page': {
      const { title, account, body, status = 200 } = answer;
      const here = answer.here ?? visit.request.originalUrl;
      const page = (
        <Layout visit={visit} account={account} title={title} here={here}>
          {body}
        </Layout>
      );
      const html = `<!doctype html>${render(page)}`;
      const headers = answer.retryAfterSeconds && {
        'Retry-After': String(Math.max(1, Math.ceil(answer.retryAfterSeconds))),
      };
      const contentType = 'text/html; charset=utf-8';
      return { status, contentType, body: html, ...(headers && { headers }) };
    }
  }
}

function responseOf(request: Request): Response {
  if (request.res === undefined) throw new Error('express gives every request its response');
  return request.res;
}

/** The kind of an error and where it happened. Its message is left out: it may quote a person. */
function whereOf(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, at: frames.slice(0, 8).join('\n') };
}
