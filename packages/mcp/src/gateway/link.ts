import { setTimeout as pause } from "node:timers/promises";
import {
  type CallToolResult,
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
} from "@modelcontextprotocol/client";
import { describeFailure, isBroken } from "./describe-failure.ts";
import type { FilledServer } from "./fill-variables.ts";
import { createHideSecrets } from "./hide-secrets.ts";
import { gatewayLimits } from "./limits.ts";
import type { OpenedTransport } from "./open-process.ts";
import { openTransport, type ProcessDefaults } from "./open-transport.ts";
import { callServer, listServerTools, type ToolCall, type ToolList } from "./server-tools.ts";

/** A connected server: once lost, a new link must be opened. */
export type Link = {
  /** The tools at the start. */
  readonly first: ToolList;
  list(): Promise<ToolList>;
  /** Throws the SDK's error if the server does not answer. */
  call(call: Omit<ToolCall, "timeoutMs">): Promise<CallToolResult>;
  /** Resolves with the reason, as the end of a sentence that starts with the server. */
  readonly lost: Promise<string>;
  /** Whether the server supports only the 2025 protocol. */
  readonly isLegacy: boolean;
  close(): Promise<void>;
};

export type LinkOptions = ProcessDefaults & {
  readonly version: string;
  readonly times: LinkTimes;
  /** Cancels the attempt to connect. */
  readonly signal: AbortSignal;
  /** Known from an earlier link: skips the probe, which some servers do not survive. */
  readonly isLegacy: boolean;
  readonly onListChanged: () => void;
};

export type LinkTimes = {
  readonly probeMs: number;
  readonly connectMs: number;
  readonly listMs: number;
  readonly retryMs: number;
};

/** Connects to a server. Throws an Error whose message is the end of a sentence that starts with the server. */
export async function openLink(server: FilledServer, options: LinkOptions): Promise<Link> {
  try {
    return await open(server, options);
  } catch (error) {
    const isAsked = server.connection.kind === "stdio" && !options.isLegacy;
    if (!isAsked || options.signal.aborted || !mayBeConfused(error)) throw error;
    return open(server, { ...options, isLegacy: true });
  }
}

/** Many 2025 servers exit or get confused when they receive anything before `initialize`. */
function mayBeConfused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof ProtocolError) return true;
  return cause instanceof SdkError && ends.includes(cause.code);
}

const ends: readonly SdkErrorCode[] = [SdkErrorCode.EraNegotiationFailed, SdkErrorCode.ConnectionClosed];

async function open(server: FilledServer, options: LinkOptions): Promise<Link> {
  const { times, onListChanged } = options;
  const opened = openTransport(server.connection, options);
  const hide = createHideSecrets(server.secrets);
  const withLastWords = (reason: string): string => {
    // Shorten after redacting: half a secret would not be recognized.
    const words = hide(opened.lastOutput()).slice(-gatewayLimits.gatewayStderrCharacters);
    return words === "" ? reason : `${reason}; it wrote: ${words}`;
  };
  const client = createClient(server, options);
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>();
  client.onclose = () => lose(withLastWords("ended"));
  const list = (): Promise<ToolList> =>
    listServerTools(client, { choice: server.tools, timeoutMs: times.listMs });
  const first = await connect(client, { opened, options, list }).catch((error: unknown) => {
    throw new Error(withLastWords(describeFailure(error)), { cause: error });
  });
  const work = new Set<Promise<unknown>>();
  const watch = async <Answer>(promise: Promise<Answer>, signal?: AbortSignal): Promise<Answer> => {
    work.add(promise);
    try {
      return await promise;
    } catch (error) {
      // A cancelled call says nothing about the server.
      if (signal?.aborted !== true && isBroken(error)) lose(withLastWords(describeFailure(error)));
      throw error;
    } finally {
      work.delete(promise);
    }
  };
  // Other HTTP calls may still be answered when one finds the server gone.
  void lost.then(() => Promise.allSettled(work)).then(opened.close);
  void listenForChanges(client, { timeoutMs: times.listMs, retryMs: times.retryMs, onListChanged });
  return {
    first,
    list: () => watch(list()),
    call: (call) =>
      watch(callServer(client, { ...call, timeoutMs: server.timeout * 1000 }), call.options.signal),
    lost,
    isLegacy: client.getProtocolEra() === "legacy",
    close: opened.close,
  };
}

function createClient({ connection }: FilledServer, { version, times, onListChanged }: LinkOptions): Client {
  const timeoutMs = connection.kind === "stdio" ? times.probeMs : times.connectMs;
  return new Client(
    { name: "skillwright-gateway", version },
    {
      versionNegotiation: { mode: "auto", probe: { timeoutMs } },
      // The gateway cannot forward questions of its servers to a person.
      inputRequired: { autoFulfill: false },
      listChanged: {
        tools: {
          autoRefresh: false,
          debounceMs: gatewayLimits.gatewayRelistMs,
          onChanged: () => onListChanged(),
        },
      },
    },
  );
}

type Connecting = {
  readonly opened: OpenedTransport;
  readonly options: LinkOptions;
  readonly list: () => Promise<ToolList>;
};

async function connect(client: Client, { opened, options, list }: Connecting): Promise<ToolList> {
  const { times, signal, isLegacy } = options;
  const longest = times.probeMs + times.connectMs;
  const late = AbortSignal.timeout(longest);
  const stop = (): void => void opened.close();
  const either = AbortSignal.any([late, signal]);
  either.addEventListener("abort", stop, { once: true });
  try {
    // Our own timeout fires first: it ends the process and waits for that.
    const timeout = longest * 2;
    await client.connect(opened.transport, { timeout, ...(isLegacy && { prior: { kind: "legacy" } }) });
    return await list();
  } catch (error) {
    await opened.close();
    throw late.aborted
      ? new SdkError(SdkErrorCode.RequestTimeout, "connecting", {}, { cause: error })
      : error;
  } finally {
    either.removeEventListener("abort", stop);
  }
}

type ListenOptions = {
  readonly timeoutMs: number;
  readonly retryMs: number;
  readonly onListChanged: () => void;
};

/**
 * The 2026 protocol reports changes on a stream that may end while the server lives on. Reopens it with growing
 * pauses and lists the tools each time, since a change may have been missed: that also detects a lost server.
 */
async function listenForChanges(client: Client, options: ListenOptions): Promise<void> {
  const { timeoutMs, retryMs, onListChanged } = options;
  let stream = client.autoOpenedSubscription;
  for (let round = 0; stream !== undefined; round += 1) {
    if ((await stream.closed) === "local" || client.transport === undefined) return;
    await pause(Math.min(retryMs * 2 ** round, gatewayLimits.gatewayRetryMostMs), undefined, { ref: false });
    stream = await client.listen({ toolsListChanged: true }, { timeout: timeoutMs }).catch(() => undefined);
    if (client.transport !== undefined) onListChanged();
  }
}
