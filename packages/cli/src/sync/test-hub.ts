import { generateKeyPairSync, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMemoryFileSystem } from "@skillwright/core";
import { nodeSha256 } from "@skillwright/core/node";
import {
  type Deployment,
  type SignedState,
  type StateDocument,
  stateContext,
} from "@skillwright/core/registry";
import { packSkill } from "@skillwright/packaging";
import { onTestFinished } from "vitest";

export type TestHub = {
  readonly url: string;
  readonly key: string;
  /** Issues the next document and tells connected agents. */
  issue(change?: Partial<StateDocument>): StateDocument;
  /** Makes a skill that can be deployed: files by path. */
  pack(name: string, files: Readonly<Record<string, string>>, version?: string): Deployment;
  /** What is sent as the signed document. */
  answer: unknown;
  /** Signs a document as the hub, or as an impostor. */
  sign(state: object, isForeign?: boolean): SignedState;
  /** Changes a byte of an archive. */
  damage(digest: string): void;
  /** Bodies of acknowledgements. */
  readonly acknowledged: Record<string, unknown>[];
  /** Open streams of events. */
  streams(): number;
  /** Breaks them off. */
  dropStreams(): void;
  /** Ends them, as hubs do after a while. */
  endStreams(): void;
  close(): Promise<void>;
};

/** The parts of a hub that agents talk to, with real signatures. Its token is `agent-token`. */
export async function startTestHub(): Promise<TestHub> {
  const signer = createSigner();
  const served: Served = {
    key: signer.key,
    sequence: 0,
    answer: undefined,
    acknowledged: [],
    blobs: new Map(),
    streams: new Set(),
  };
  const { blobs, streams, acknowledged } = served;
  const server = createServer((request, response) => void serve(served, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ ...signer, acknowledged, close },
    get answer() {
      return served.answer;
    },
    set answer(value) {
      served.answer = value;
    },
    issue: (change = {}) => {
      served.sequence++;
      const state = { ...emptyState(served.sequence), ...change };
      served.answer = signer.sign(state);
      for (const stream of streams) stream.write(eventOf(served));
      return state;
    },
    pack: (name, files, version = "1.0.0") => pack(name, files, { version, blobs }),
    damage: (digest) => {
      const bytes = Buffer.from(blobs.get(digest) ?? []);
      bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
      blobs.set(digest, bytes);
    },
    streams: () => streams.size,
    dropStreams: () => {
      for (const stream of streams) stream.destroy();
    },
    endStreams: () => {
      for (const stream of streams) stream.end();
      streams.clear();
    },
  };
}

function createSigner(): Pick<TestHub, "key" | "sign"> {
  const [own, foreign] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
  const key = `key:${own.publicKey.export({ format: "jwk" }).x}`;
  return {
    key,
    sign: (state, isForeign = false) => {
      const document = JSON.stringify(state);
      const { privateKey } = isForeign ? foreign : own;
      const signature = sign(null, Buffer.from(stateContext + document), privateKey).toString("base64");
      return { document, key, signature };
    },
  };
}

function emptyState(sequence: number): StateDocument {
  return {
    ...{ version: 1, tenant: "acme", sequence, mode: "best-effort", deployments: [], revocations: [] },
    issuedAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  };
}

type Served = {
  readonly key: string;
  sequence: number;
  answer: unknown;
  readonly acknowledged: Record<string, unknown>[];
  readonly blobs: Map<string, Buffer>;
  readonly streams: Set<ServerResponse>;
};

function eventOf({ sequence }: Served): string {
  return `data: {"sequence":${sequence}}\n\n`;
}

async function serve(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "", headers } = request;
  const send = (status: number, body: unknown): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  if (url === "/api/v1/key") return send(200, { key: served.key });
  if (headers.authorization !== "Bearer agent-token")
    return send(401, { error: { code: "UNAUTHORIZED", message: "The token is not valid." } });
  if (url === "/api/v1/me")
    return send(200, { id: "person:ann", tenant: "acme", person: { id: "ann", name: "Ann" } });
  if (url === "/api/v1/state") return send(200, served.answer);
  if (url === "/api/v1/state/events") {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(eventOf(served));
    served.streams.add(response.on("close", () => served.streams.delete(response)));
    return;
  }
  if (url === "/api/v1/state/acknowledgements") {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    served.acknowledged.push(JSON.parse(Buffer.concat(chunks).toString()));
    return send(200, { sequence: served.sequence });
  }
  const blob = served.blobs.get(decodeURIComponent(url.replace("/api/v1/blobs/", "")));
  if (blob !== undefined) response.writeHead(200).end(blob);
  else send(404, { error: { code: "NOT_FOUND", message: "There is nothing here." } });
}

function pack(
  name: string,
  files: Readonly<Record<string, string>>,
  { version, blobs }: { readonly version: string; readonly blobs: Map<string, Buffer> },
): Deployment {
  const folder = `/${name}`;
  const paths = Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]);
  const { bytes, digest } = packSkill(createMemoryFileSystem(Object.fromEntries(paths)), folder, {
    format: "tar",
  });
  if (bytes === undefined) throw new Error(`${name} cannot be packed`);
  const archive = { digest: `sha256:${nodeSha256(bytes)}`, size: bytes.length };
  blobs.set(archive.digest, Buffer.from(bytes));
  return { id: `d-${name}-${version}`, name, version, digest, archive, publisher: "bob" };
}
