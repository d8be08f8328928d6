import type { ClientMetadataDocuments } from '../../application/ports/client-metadata-documents.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { answered, denied, type ProtocolOutcome } from '../../domain/access/protocol-outcome.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import { clientIdUrl } from './client-id-url.ts';
import { type ClientMetadata, readClientMetadata } from './client-metadata.ts';
import { DocumentRefusedError, type FetchOptions, fetchDocument } from './fetch-document.ts';
import { askNameServers } from './resolve-host.ts';

const maxKept = 100;
/** However short or long a host wants its document kept. */
const keptSeconds = { least: 30, most: 86_400, unsaid: 300 };
/** A stranger can make this service call out; this many calls at once and no more. */
const maxRunning = 16;

export interface ClientDocumentsOptions extends Partial<FetchOptions> {
  readonly clock: Clock;
}

type Found = ProtocolOutcome<ClientMetadata, 'invalid_client'>;

interface Kept {
  readonly metadata: ClientMetadata;
  readonly until: Instant;
}

/**
 * Client metadata documents over the network, each fetched once however many ask at the same time. Those that
 * could be read are kept, the least recently used of more than a hundred leaving first; failures are not.
 */
export function clientMetadataDocuments(options: ClientDocumentsOptions): ClientMetadataDocuments {
  const { clock, exemptHosts = new Set(), resolve = askNameServers, ...rest } = options;
  const kept = new Map<string, Kept>();
  const running = new Map<string, Promise<Found>>();

  async function fetched(clientId: string, url: URL): Promise<Found> {
    try {
      const document = await fetchDocument(url, { exemptHosts, resolve, ...rest });
      const read = readClientMetadata(document.json, clientId);
      if ('fault' in read) return refusal(`${read.fault} is not as expected`);
      const { least, most, unsaid } = keptSeconds;
      const seconds = Math.min(most, Math.max(least, document.maxAgeSeconds ?? unsaid));
      keep(clientId, { metadata: read.metadata, until: addMs(clock.now(), seconds * 1000) });
      return answered(read.metadata);
    } catch (error) {
      // What a network says of a host inside is none of a stranger's business.
      return refusal(error instanceof DocumentRefusedError ? error.message : 'it cannot be read');
    }
  }

  function keep(clientId: string, document: Kept): void {
    kept.delete(clientId);
    kept.set(clientId, document);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  }

  return {
    async find(clientId) {
      const known = kept.get(clientId);
      if (known !== undefined && known.until > clock.now()) {
        keep(clientId, known);
        return answered(known.metadata);
      }
      const url = clientIdUrl(clientId);
      if (url === null) return denied('invalid_client', 'the client id is no plain https URL');
      const sameRun = running.get(clientId);
      if (sameRun !== undefined) return sameRun;
      if (running.size >= maxRunning) return refusal('too many are being fetched right now');
      const run = fetched(clientId, url).finally(() => running.delete(clientId));
      running.set(clientId, run);
      return run;
    },
  };
}

function refusal(why: string): Found {
  return denied('invalid_client', `the client metadata document is refused: ${why}`);
}
