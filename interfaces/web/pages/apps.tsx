import type { ConnectedApp } from '../../../application/access/list-connected-apps.ts';
import { formats } from '../formats.ts';
import { isolated } from '../isolated.ts';
import type { SignedInVisit } from '../visit.ts';
import { Alarm, Ending, Facts, Note } from './parts.tsx';

interface AppsProps {
  readonly visit: SignedInVisit;
  readonly connections: readonly ConnectedApp[];
  readonly notice?: string | undefined;
  readonly alarm?: string;
}

/** What may act for the account, and a way to end it. */
export function AppsPage({ visit, connections, notice, alarm }: AppsProps) {
  const { messages } = visit;
  const texts = messages.apps;
  return (
    <>
      <h1>{texts.title}</h1>
      <p class="lead">{texts.lead}</p>
      {notice !== undefined && <Note>{notice}</Note>}
      {alarm !== undefined && <Alarm messages={messages}>{alarm}</Alarm>}
      <section class="card" aria-label={texts.title}>
        {connections.length === 0 ? (
          <p>{texts.empty}</p>
        ) : (
          <ul class="entries">
            {connections.map((connection) => (
              <Entry key={connection.authorizationId} visit={visit} connection={connection} />
            ))}
          </ul>
        )}
      </section>
      <p>
        <a href="/agent">{messages.agent.title}</a>
      </p>
    </>
  );
}

function Entry({
  visit,
  connection,
}: {
  readonly visit: SignedInVisit;
  readonly connection: ConnectedApp;
}) {
  const texts = visit.messages.apps;
  const { moment } = formats(visit);
  const { party, resources, connectedAt, lastUsedAt, authorizationId } = connection;
  const name = isolated(connection.name) ?? texts.unnamed;
  return (
    <li>
      <div class="headline">
        <h2>{name}</h2>
        <span class="tag">{texts[party]}</span>
      </div>
      <Facts
        facts={[
          [texts.connected, moment(connectedAt)],
          [texts.lastUse, moment(lastUsedAt)],
          [texts.reach, resources.map((resource) => texts.reaches[resource]).join(', ')],
        ]}
      />
      <Ending
        visit={visit}
        action="/account/apps/disconnect"
        field={{ name: 'authorization_id', value: authorizationId }}
        name={texts.disconnectOf(name)}
        texts={{
          open: texts.disconnect,
          warning: texts.disconnectWarning,
          confirm: texts.disconnectConfirm,
        }}
      />
    </li>
  );
}
