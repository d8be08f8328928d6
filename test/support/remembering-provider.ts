/** What an MCP client of the SDK remembers between the steps of its authorization, of either version. */
export function rememberingProvider<Information, Tokens, Discovery>(redirectUrl: string) {
  let information: Information | undefined;
  let tokens: Tokens | undefined;
  let discovery: Discovery | undefined;
  let verifier = '';
  let address: URL | undefined;
  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'An assistant',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
    },
    /** Where the person was sent last. */
    address: () => address,
    state: () => 'a-state-of-the-test',
    clientInformation: () => information,
    saveClientInformation(fresh: Information) {
      information = fresh;
    },
    tokens: () => tokens,
    saveTokens(fresh: Tokens) {
      tokens = fresh;
    },
    redirectToAuthorization(fresh: URL) {
      address = fresh;
    },
    saveCodeVerifier(fresh: string) {
      verifier = fresh;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(fresh: Discovery) {
      discovery = fresh;
    },
    discoveryState: () => discovery,
  };
}
