import type { ComponentChildren } from 'preact';
import { paths } from '../../http/oauth/addresses.ts';
import { toolNames } from '../../mcp/tool-texts.ts';
import { connectRecipes } from '../connect-recipes.ts';
import type { Messages } from '../languages/messages.ts';
import { Facts } from './parts.tsx';

interface ConnectProps {
  readonly messages: Messages;
  /** The tool server's, from the settings: never what a request says. */
  readonly address: string;
}

/** How to connect each kind of client to the tool server. */
export function ConnectPage({ messages, address }: ConnectProps) {
  const { connect } = messages;
  return (
    <>
      <h1>{connect.title}</h1>
      <p class="lead">{connect.lead}</p>
      <section class="card" aria-labelledby="address">
        <h2 id="address">{connect.address}</h2>
        <Copied text={address} />
        <p>{connect.needs}</p>
      </section>
      <section class="card" aria-labelledby="tools">
        <h2 id="tools">{connect.tools}</h2>
        <Facts facts={toolNames.map((name) => [name, connect.uses[name]])} />
      </section>
      <Assistants messages={messages} />
      <Editors messages={messages} address={address} />
      <WithKey messages={messages} address={address} />
      <section class="card" aria-labelledby="more">
        <h2 id="more">{connect.more}</h2>
        <Facts
          facts={[
            [connect.moreAgents, <a href={paths.agentGuide}>{paths.agentGuide}</a>],
            [connect.moreModels, <a href={paths.modelGuide}>{paths.modelGuide}</a>],
            [connect.moreRest, <a href="/v1/docs">/v1/docs</a>],
          ]}
        />
      </section>
    </>
  );
}

function Assistants({ messages: { connect } }: Pick<ConnectProps, 'messages'>) {
  return (
    <>
      <Client id="claude" name="claude.ai">
        <p>{connect.claude}</p>
      </Client>
      <Client id="chatgpt" name="ChatGPT">
        <p>{connect.chatGpt}</p>
        <p>{connect.reachable}</p>
      </Client>
    </>
  );
}

function Editors({ messages: { connect }, address }: ConnectProps) {
  const recipes = connectRecipes(address);
  return (
    <>
      <Client id="cursor" name="Cursor">
        <p>{connect.cursor}</p>
        <Copied text={recipes.cursor} />
      </Client>
      <Client id="vscode" name="VS Code">
        <p>{connect.vsCode}</p>
        <Copied text={recipes.vsCode} />
        <p>{connect.vsCodeCommand}</p>
        <Copied text={recipes.vsCodeCommand} />
      </Client>
      <Client id="command-line" name={connect.commandLine}>
        <p>{connect.claudeCode}</p>
        <Copied text={recipes.claudeCode} />
        <p>{connect.localOnly}</p>
        <Copied text={recipes.localOnly} />
      </Client>
    </>
  );
}

function WithKey({ messages: { connect, keys }, address }: ConnectProps) {
  const { withKey } = connectRecipes(address);
  return (
    <Client id="key" name={connect.key}>
      <p>
        {connect.keyHint} <a href={paths.keysPage}>{keys.title}</a>
      </p>
      <h3>Claude Code</h3>
      <Copied text={withKey.claudeCode} />
      <h3>Cursor</h3>
      <Copied text={withKey.cursor} />
      <h3>VS Code</h3>
      <Copied text={withKey.vsCode} />
      <h3>MCP Inspector</h3>
      <p>{connect.inspector}</p>
      <Copied text={withKey.inspector} />
    </Client>
  );
}

interface ClientProps {
  readonly id: string;
  readonly name: string;
  readonly children: ComponentChildren;
}

function Client({ id, name, children }: ClientProps) {
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  );
}

/** A click marks all of it, without any script. */
function Copied({ text }: { readonly text: string }) {
  return (
    <pre>
      <code>{text}</code>
    </pre>
  );
}
