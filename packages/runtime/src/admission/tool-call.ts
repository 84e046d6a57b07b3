import type { AuditSkill } from "@skillwright/core/audit";
import {
  allowsImplied,
  type Confinement,
  type Decision,
  decide,
  excludesPrograms,
  listedPrograms,
  mayWriteBelow,
  narrow,
  type PolicyLayer,
  type ToolRequest,
  withoutSkills,
} from "@skillwright/core/policy";
import { compact, type JsonObject } from "@skillwright/core/text";
import type { ConnectionDecision } from "../sandbox/sandbox.ts";
import type { Admission, CallRequest, Ruling } from "./admit.ts";
import type { Recorder } from "./recorder.ts";

/** What a tool gets along with the admitted input. Without an admission there is none, so no tool can run. */
export type ToolCall = {
  readonly admission: Admission;
  /**
   * Where a path of the input leads, as the decision on this call saw it. Results are cached, so a link swapped in after the
   * decision has no effect. Undefined if unknown.
   */
  readonly resolvePath: (path: string) => string | undefined;
  /** Whether a file found by a search may be read; denied files are skipped. */
  readonly mayRead: (path: string) => boolean;
  /** Whether a program may change everything in a folder, per organization, project and user. */
  readonly mayWriteBelow: (folder: string) => boolean;
  /** What organization, project and user decide about another call that this one amounts to; skills' layers do not apply. */
  readonly judge: (tool: string, input: JsonObject) => Decision;
  /** The surrounding skill or agent, other than the skill of this id, whose list leaves no room for programs. */
  readonly excludedBy: (skill: string) => string | undefined;
  /** The programs that the lists in force let a shell line start; undefined if any. */
  readonly listedPrograms: () => readonly string[] | undefined;
  /** What the active skills do without, by their security manifests. */
  readonly confined: Confinement | undefined;
  /** Announces a script; resolves once that is recorded, and rejects if it cannot be. */
  readonly scriptStarting: (start: ScriptStart) => Promise<void>;
  /** Records which host a program tried to reach. */
  readonly connectionDecided: (decision: ConnectionDecision) => void;
  readonly signal?: AbortSignal;
};

export type ScriptStart = {
  /** Path inside the skill. */
  readonly script: string;
  readonly command: readonly string[];
  /** Name of the sandbox. */
  readonly sandbox: string;
};

/** A ruling on a call of a session, with the view it was based on. */
export type CallRuling = Ruling & {
  readonly request: ToolRequest;
  readonly layers: readonly PolicyLayer[];
  readonly skills: readonly AuditSkill[];
};

/** Lets a tool see with the eyes of the decision that admitted it. */
export function createToolCall(
  admission: Admission<CallRuling>,
  signal: AbortSignal | undefined,
  recorder: Recorder,
): ToolCall {
  const { request, layers, skills } = admission.ruling;
  const labels = labelsOf(admission.call, skills);
  return {
    admission,
    resolvePath: request.resolvePath,
    mayRead: (path) => allowsImplied(decide({ ...request, tool: "Read", input: { path } }, layers)),
    mayWriteBelow: (folder) => mayWriteBelow(folder, request, layers),
    judge: (tool, input) => decide({ ...request, tool, input }, withoutSkills(layers)),
    excludedBy: (skill) =>
      layers.find((layer) => layer.name !== `skill ${skill}` && excludesPrograms(layer))?.name,
    listedPrograms: () => listedPrograms(layers),
    confined: narrow(layers.map((layer) => layer.confined)),
    connectionDecided: ({ host, port, allowed, reason }) =>
      void recorder.recordAfter({ event: "connection-decided", ...labels, host, port, allowed, reason }),
    scriptStarting: (start) => recorder.record({ event: "script-started", ...labels, ...start }),
    ...compact({ signal }),
  };
}

/** The common fields of audit events about a call. */
export function labelsOf(
  { id, tool }: CallRequest,
  skills: readonly AuditSkill[],
): { readonly call: string; readonly tool: string; readonly skills: readonly AuditSkill[] } {
  return { call: id, tool, skills };
}
