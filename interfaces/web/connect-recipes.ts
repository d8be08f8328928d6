/** Where a client takes the API key from: written in no file and no command. */
const keyVariable = 'ASSAY_API_KEY';

/** What a person copies to connect a client to the tool server: settings files and commands. */
export function connectRecipes(address: string) {
  const server = shellWord(address);
  const keyHeader = `--header "Authorization: Bearer $${keyVariable}"`;
  const inspector = 'npx -y @modelcontextprotocol/inspector --cli';
  return {
    cursor: settings({ mcpServers: { assay: { url: address } } }),
    vsCode: settings({ servers: { assay: { type: 'http', url: address } } }),
    vsCodeCommand: `code --add-mcp ${shellWord(JSON.stringify({ name: 'assay', type: 'http', url: address }))}`,
    claudeCode: `claude mcp add --transport http assay ${server}`,
    localOnly: settings({
      mcpServers: { assay: { command: 'npx', args: ['-y', 'mcp-remote', address] } },
    }),
    withKey: {
      claudeCode: `claude mcp add --transport http assay ${server} ${keyHeader}`,
      cursor: settings({
        mcpServers: {
          assay: { url: address, headers: { Authorization: `Bearer \${env:${keyVariable}}` } },
        },
      }),
      vsCode: vsCodeWithKey(address),
      inspector: `${inspector} ${server} --transport http --method tools/list ${keyHeader}`,
    },
  };
}

/** VS Code asks for the key once and keeps it out of the file. */
function vsCodeWithKey(address: string): string {
  const id = 'assay-key';
  return settings({
    inputs: [{ type: 'promptString', id, description: 'Assay API key', password: true }],
    servers: {
      assay: {
        type: 'http',
        url: address,
        headers: { Authorization: `Bearer \${input:${id}}` },
      },
    },
  });
}

function settings(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** A word that a POSIX shell takes as it is: POSIX 2.2.2, single quotes keep everything but themselves. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
