import type { AuditEvent } from "@skillwright/core/audit";
import type { AgentEvent } from "@skillwright/runtime/agent";
import type { Io } from "../../io.ts";
import { oneLine } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { agentLine, callLine, type LineLook, type ShownCall, sessionLine } from "./event-lines.ts";

import { createTranscript, type Transcript } from "./transcript.ts";

/** Shows a running agent in the terminal. */
export type AgentView = {
  /** Whether the model's text goes to standard output as it arrives. */
  readonly streams: boolean;
  agent(event: AgentEvent): Promise<void>;
  /** An event of the agent's session or its sub-agents' sessions. */
  session(event: AuditEvent): void;
  /** Prints a separate block, even if nothing else is shown. */
  block(words: string): void;
  /** Shows the model's held text once it turns out not to be the answer. */
  sayRest(): void;
  /**
   * Resolves once everything is written, so that the user can be asked. Later output waits until the returned function is called.
   */
  makeRoom(): Promise<() => void>;
  written(): Promise<void>;
};

type Subagent = { readonly skill: string; readonly depth: number };

export type ViewOptions = {
  /**
   * `stream`: text goes to standard output as it arrives. `answer`: the command prints the answer, and intermediate text goes
   * to standard error. `nothing`: no intermediate text.
   */
  readonly shows: "stream" | "answer" | "nothing";
};

export function createAgentView(io: Io, { shows }: ViewOptions): AgentView {
  const transcript = createTranscript(io, shows === "stream" ? "out" : "err");
  const look = {
    style: createStyle(io.terminal.color),
    columns: Math.min(io.terminal.columns, widest),
    live: io.terminal.live,
  };
  const calls = createCallWatch();
  /** By session id. */
  const subagents = new Map<string, Subagent>();
  const speech = createSpeech(transcript, shows);
  const tell = (words: Words, subagent?: Subagent): void => {
    const line = shows === "nothing" ? undefined : indent(words, look, subagent);
    if (line === undefined) return;
    speech.rest();
    transcript.line(line);
  };
  const watch = (event: AgentEvent, subagent?: Subagent): void => {
    if (event.type === "subagent") {
      watch(event.event, event);
      return;
    }
    if (calls.isTold(event)) return;
    const call = calls.madeUp(event);
    if (call !== undefined)
      tell(({ style, columns }) => style.dim(`→ ${callLine(call, columns - 2)}`), subagent);
    tell((one) => agentLine(event, one), subagent);
  };
  return {
    streams: shows === "stream",
    agent: async (event) => {
      if (event.type === "text") speech.hear(event.delta);
      if (event.type === "retrying") speech.drop();
      if (event.type === "step-finished") transcript.pause();
      watch(event);
      await transcript.written();
    },
    session: (event) => {
      calls.hear(event);
      tell((one) => sessionLine(event, one), subagents.get(event.session));
      if (event.event === "subagent-started")
        subagents.set(event.child, { skill: event.skill.name, depth: event.depth });
    },
    block: transcript.block,
    sayRest: speech.rest,
    makeRoom: () => {
      speech.rest();
      transcript.rest();
      return transcript.hold();
    },
    written: transcript.written,
  };
}

/** Longer lines are hard to read. */
const widest = 100;

type Speech = { hear(piece: string): void; drop(): void; rest(): void };

/** The model's text: shown at once, or held until it turns out not to be the answer. */
function createSpeech({ say }: Transcript, shows: ViewOptions["shows"]): Speech {
  /** Text since the last tool call. */
  let held = "";
  return {
    hear: (piece) => {
      if (shows === "stream") say(piece);
      if (shows === "answer") held += piece;
    },
    drop: () => {
      held = "";
    },
    rest: () => {
      say(held);
      held = "";
    },
  };
}

type Words = (look: LineLook) => string | undefined;

/** Indents a sub-agent's lines and prefixes the first with its skill. */
function indent(words: Words, look: LineLook, subagent: Subagent | undefined): string | undefined {
  const { style, columns } = look;
  if (subagent === undefined) return words(look);
  const margin = "  ".repeat(subagent.depth);
  const who = oneLine(subagent.skill);
  const width = margin.length + who.length + 1;
  const lines = words({ ...look, columns: columns - width })?.replaceAll("\n", `\n${" ".repeat(width)}`);
  return lines === undefined ? undefined : `${margin}${style.dim(who)} ${lines}`;
}

/** Distinguishes calls that the session reported from those that never reached it. */
type CallWatch = {
  hear(event: AuditEvent): void;
  /** Whether the session already reported this event. */
  isTold(event: AgentEvent): boolean;
  /** The call behind a failure that never reached the session, such as a nonexistent tool. */
  madeUp(event: AgentEvent): ShownCall | undefined;
};

function createCallWatch(): CallWatch {
  const known = new Set<string>();
  const denied = new Set<string>();
  const inputs = new Map<string, unknown>();
  return {
    hear: (event) => {
      if (event.event === "tool-call-allowed") known.add(event.call);
      if (event.event === "tool-call-denied") denied.add(event.call);
    },
    isTold: (event) => event.type === "tool-answered" && denied.has(event.call),
    madeUp: (event) => {
      if (event.type === "tool-called") inputs.set(event.call, event.input);
      if (event.type !== "tool-answered" || event.ok || known.has(event.call)) return undefined;
      return { tool: event.tool, input: inputs.get(event.call) };
    },
  };
}
