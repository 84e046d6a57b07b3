import { once } from "node:events";
import { isDeepStrictEqual } from "node:util";
import { type CallToolResult, ProtocolError, type Tool } from "@modelcontextprotocol/client";
import { listingLimits } from "@skillwright/core/listing";
import { compact } from "@skillwright/core/text";
import { type Clock, runtimeLimits } from "@skillwright/runtime";

import { agentLimits } from "@skillwright/runtime/agent";
import { toErrorResult } from "../server/tool-result.ts";
import { describeFailure } from "./describe-failure.ts";
import type { FilledServer } from "./fill-variables.ts";
import type { GatewayCall, ServerStatus } from "./gateway.ts";
import { createHideSecrets, type HideSecrets } from "./hide-secrets.ts";
import { gatewayLimits } from "./limits.ts";
import { type Link, type LinkTimes, openLink } from "./link.ts";
import type { ProcessDefaults } from "./open-transport.ts";
import { isShallow, type ToolList } from "./server-tools.ts";

/** One server for the lifetime of the gateway: connected on first use, and again whenever it is lost. */
export type Connection = {
  status(): ServerStatus;
  /** By the server's own names. They stay while a lost server is retried, and go if that fails. */
  tools(): readonly Tool[];
  /** Connects if needed; resolves when the current attempt is over. */
  open(): Promise<void>;
  /** Failures are results too. */
  call(tool: string, input: Readonly<Record<string, unknown>>, options: GatewayCall): Promise<CallToolResult>;
  close(): Promise<void>;
};

export type ConnectionOptions = ProcessDefaults & {
  readonly version: string;
  readonly clock: Clock;
  readonly times: LinkTimes;
  readonly onTrouble: (message: string) => void;
  /** Called after the tools have changed. */
  readonly onChange: () => void;
};

export function createConnection(server: FilledServer, options: ConnectionOptions): Connection {
  const live: Live = {
    server,
    options,
    hide: createHideSecrets(server.secrets),
    state: { kind: "idle" },
    tools: [],
    problem: undefined,
    failures: 0,
    isLegacy: false,
    listing: "no",
  };
  return {
    status: () => statusOf(live),
    tools: () => live.tools,
    open: () => open(live),
    call: (tool, input, call) => makeCall(live, { tool, input, options: call }),
    close: () => close(live),
  };
}

type Live = {
  readonly server: FilledServer;
  readonly options: ConnectionOptions;
  readonly hide: HideSecrets;
  state: State;
  tools: readonly Tool[];
  /** Why it failed last, safe to display. */
  problem: string | undefined;
  /** Losses and failures since it was last stable. */
  failures: number;
  isLegacy: boolean;
  /** `again` if the tools changed while being listed. */
  listing: "no" | "yes" | "again";
};

type State =
  | { readonly kind: "idle" | "closed" }
  | { readonly kind: "connecting"; readonly attempt: Promise<void>; readonly stop: AbortController }
  | { readonly kind: "ready"; readonly link: Link; readonly since: number }
  | { readonly kind: "failed"; readonly timer: NodeJS.Timeout };

function statusOf({ server, state, tools, problem }: Live): ServerStatus {
  const kind = state.kind === "closed" ? "idle" : state.kind;
  return { name: server.name, state: kind, tools: tools.length, ...compact({ problem }) };
}

async function open(live: Live): Promise<void> {
  if (live.state.kind === "idle") connect(live);
  if (live.state.kind === "connecting") await live.state.attempt;
}

function connect(live: Live): void {
  const stop = new AbortController();
  live.state = { kind: "connecting", attempt: attempt(live, stop.signal), stop };
}

async function attempt(live: Live, signal: AbortSignal): Promise<void> {
  const { server, options, isLegacy } = live;
  live.listing = "yes";
  const onListChanged = (): void => void relist(live);
  const outcome = await openLink(server, { ...options, signal, isLegacy, onListChanged }).catch(toError);
  if (signal.aborted) return outcome instanceof Error ? undefined : await outcome.close();
  if (outcome instanceof Error) miss(live, outcome.message);
  else use(live, outcome);
  endListing(live);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function use(live: Live, link: Link): void {
  live.state = { kind: "ready", link, since: live.options.clock.elapsed() };
  live.isLegacy = link.isLegacy;
  live.problem = undefined;
  void link.lost.then((reason) => lose(live, { link, reason }));
  adopt(live, link.first);
}

function miss(live: Live, reason: string): void {
  // It may be a different server now, with another protocol version.
  live.isLegacy = false;
  fail(live, reason);
  adopt(live, { tools: [], problems: [] });
}

async function relist(live: Live): Promise<void> {
  const { state } = live;
  if (live.listing !== "no") live.listing = "again";
  if (live.listing !== "no" || state.kind !== "ready") return;
  live.listing = "yes";
  try {
    const list = await state.link.list();
    if (live.state === state) adopt(live, list);
  } catch (error) {
    tell(live, `${describeFailure(error)} when asked for its tools`);
  }
  endListing(live);
}

function endListing(live: Live): void {
  const again = live.listing === "again";
  live.listing = "no";
  if (again) void relist(live);
}

function adopt(live: Live, { tools, problems }: ToolList): void {
  for (const problem of problems.slice(0, listingLimits.reportedIds)) tell(live, problem);
  if (isDeepStrictEqual(tools, live.tools)) return;
  live.tools = tools;
  live.options.onChange();
}

/**
 * Reconnects at once the first time, so that a restart goes unnoticed; with growing pauses if it happens again
 * soon.
 */
function lose(live: Live, { link, reason }: { readonly link: Link; readonly reason: string }): void {
  const { state, options } = live;
  if (state.kind !== "ready" || state.link !== link) return;
  if (options.clock.elapsed() - state.since > gatewayLimits.gatewayRetryMostMs) live.failures = 0;
  if (live.failures > 0) {
    fail(live, reason);
    return;
  }
  live.failures = 1;
  setProblem(live, reason);
  connect(live);
}

function fail(live: Live, reason: string): void {
  live.failures += 1;
  setProblem(live, reason);
  const pause = Math.min(
    live.options.times.retryMs * 2 ** (live.failures - 1),
    gatewayLimits.gatewayRetryMostMs,
  );
  live.state = { kind: "failed", timer: setTimeout(() => connect(live), pause).unref() };
}

/** Reported once, however often it recurs. */
function setProblem(live: Live, reason: string): void {
  const problem = show(live, reason);
  if (problem !== live.problem) tell(live, problem);
  live.problem = problem;
}

function tell(live: Live, reason: string): void {
  live.options.onTrouble(`The MCP server ${live.server.name}: ${show(live, reason)}.`);
}

function show(live: Live, text: string): string {
  return live.hide(text).slice(0, runtimeLimits.failureCharacters);
}

type NamedCall = {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: GatewayCall;
};

async function makeCall(live: Live, { tool: name, input, options }: NamedCall): Promise<CallToolResult> {
  const server = `The MCP server ${live.server.name}`;
  if (!isShallow(input, agentLimits.callDepth))
    return toErrorResult(
      `${server} was not called: the input is nested deeper than ${agentLimits.callDepth} levels.`,
    );
  if (live.state.kind !== "ready") await Promise.race([open(live), whenAborted(options.signal)]);
  const { state, problem = "is not connected" } = live;
  if (options.signal.aborted) return toErrorResult(`${server} was not called: the call was cancelled.`);
  if (state.kind !== "ready") return toErrorResult(`${server} is not available right now: it ${problem}.`);
  const tool = live.tools.find((one) => one.name === name);
  if (tool === undefined) return toErrorResult(`${server} no longer has a tool called ${name}.`);
  try {
    return await state.link.call({ tool, input, options });
  } catch (error) {
    const reason = options.signal.aborted ? "was told that the call is cancelled" : describeFailure(error);
    const doubt = error instanceof ProtocolError ? "" : " It is unknown whether the call had an effect.";
    return toErrorResult(`${server} ${show(live, reason)}.${doubt}`);
  }
}

async function whenAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

async function close(live: Live): Promise<void> {
  const { state } = live;
  live.state = { kind: "closed" };
  live.tools = [];
  if (state.kind === "failed") clearTimeout(state.timer);
  if (state.kind === "ready") await state.link.close();
  if (state.kind !== "connecting") return;
  state.stop.abort();
  await state.attempt;
}
