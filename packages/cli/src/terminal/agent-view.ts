import type { AuditEvent } from "@skillwright/core/audit";
import type { AgentEvent } from "@skillwright/runtime/agent";
import type { Io } from "../io.ts";
import { agentLine } from "./agent-line.ts";
import { callLine } from "./call-line.ts";
import { createCallWatch } from "./call-watch.ts";
import { oneLine } from "./fit-text.ts";
import { type LineLook, sessionLine } from "./session-line.ts";
import { createStyle } from "./style.ts";
import { createTranscript, type Transcript } from "./transcript.ts";

/** An agent at work, before the eyes of a person. */
export type AgentView = {
  /** Whether the text of the model is on standard output already. */
  readonly streams: boolean;
  agent(event: AgentEvent): Promise<void>;
  /** Of the agent's session, which tells of those of its sub-agents too. */
  session(event: AuditEvent): void;
  /** Lines apart from the others, whatever is shown. */
  block(words: string): void;
  /** Shows what the model said last, where it turned out to be no answer. */
  sayRest(): void;
  /**
   * Resolves once everything can be read, and a person can be asked on a line of its own. What comes then is held back until the
   * answer of this is called.
   */
  makeRoom(): Promise<() => void>;
  written(): Promise<void>;
};

/** Whose doings are shown: those of the sub-agent of a skill. */
type Subagent = { readonly skill: string; readonly depth: number };

export type ViewOptions = {
  /**
   * `stream`: text goes to standard output as it comes. `answer`: the command prints the answer itself, and only what is
   * said on the way to it is shown, on standard error. `nothing`: not even that.
   */
  readonly shows: "stream" | "answer" | "nothing";
};

export function createAgentView(io: Io, { shows }: ViewOptions): AgentView {
  const transcript = createTranscript(io, shows === "stream" ? "out" : "err");
  const look = {
    style: createStyle(io.terminal.colour),
    columns: Math.min(io.terminal.columns, widest),
    live: io.terminal.live,
  };
  const calls = createCallWatch();
  /** By their sessions. */
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

/** Lines longer than this are hard to read, however wide the terminal. */
const widest = 100;

type Speech = { hear(piece: string): void; drop(): void; rest(): void };

/** What the model says: shown at once, or held until it turns out to be no answer. */
function createSpeech({ say }: Transcript, shows: ViewOptions["shows"]): Speech {
  /** Said since the last call. */
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

/** The lines of a sub-agent are set in, the first after the name of its skill. */
function indent(words: Words, look: LineLook, subagent: Subagent | undefined): string | undefined {
  const { style, columns } = look;
  if (subagent === undefined) return words(look);
  const margin = "  ".repeat(subagent.depth);
  const who = oneLine(subagent.skill);
  const width = margin.length + who.length + 1;
  const lines = words({ ...look, columns: columns - width })?.replaceAll("\n", `\n${" ".repeat(width)}`);
  return lines === undefined ? undefined : `${margin}${style.dim(who)} ${lines}`;
}
