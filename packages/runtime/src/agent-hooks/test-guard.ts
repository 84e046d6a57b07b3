import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { type AuditEvent, createMemorySink } from "@skillwright/core/audit";
import { tokenizeTools } from "@skillwright/core/parse";
import type { Policy, PolicyLayer } from "@skillwright/core/policy";
import type { AgentName, HookAnswer, HookEvent, ToolUse } from "./agent-dialect.ts";
import { type HookHost, judgeHook } from "./judge-hook.ts";
import type { FoundSkill, GuardLifetime, SkillQuery } from "./judge-parts.ts";

export type TestGuardOptions = {
  readonly policy?: readonly Policy[];
  readonly lifetime?: GuardLifetime;
  readonly agent?: AgentName;
  /** In addition to what a host needs. */
  readonly host?: Partial<HookHost>;
  /** By the name they are requested with; an error is an unreadable one. */
  readonly skills?: Readonly<Record<string, readonly FoundSkill[] | SkillError>>;
};

/** A guard on its own folder; each event is answered as by a separate process. */
export type TestGuard = {
  /** State folder, next to the agent's working directory. */
  readonly folder: string;
  readonly cwd: string;
  readonly events: AuditEvent[];
  readonly queries: SkillQuery[];
  judge(event: Told): Promise<HookAnswer>;
  call(tool: string, input?: unknown, more?: Partial<CallEvent>): Promise<HookAnswer>;
  load(skill: string): Promise<HookAnswer>;
  /** The same through a tool of our own server. */
  loadFromServer(skill: string): Promise<HookAnswer>;
  prompt(...skills: readonly string[]): Promise<HookAnswer>;
};

type CallEvent = Extract<HookEvent, { kind: "call" }>;
type Told = Omit<HookEvent, "cwd" | "event" | "session"> & { readonly session?: string };

const folders: string[] = [];

export function removeTestGuards(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function createTestGuard(options: TestGuardOptions = {}): TestGuard {
  const { policy = [], lifetime = "turn", skills = {}, agent = "claude-code" } = options;
  const base = realpathSync(mkdtempSync(join(tmpdir(), "guard-")));
  folders.push(base);
  const folder = `${base}/guard`;
  const cwd = `${base}/work`;
  mkdirSync(cwd);
  const events: AuditEvent[] = [];
  const queries: SkillQuery[] = [];
  const findSkills = (query: SkillQuery): readonly FoundSkill[] => {
    queries.push(query);
    const found = skills[query.name] ?? [];
    if (found instanceof SkillError) throw found;
    return found;
  };
  const judge = async (event: Told): Promise<HookAnswer> => {
    const audit = createMemorySink();
    const told = { session: "s1", event: "Test", cwd, ...event } as HookEvent;
    const host = { policy, lifetime, findSkills, folder, audit, ...options.host };
    const answer = await judgeHook(told, agent, host);
    events.push(...audit.events);
    return answer;
  };
  const call = (tool: string, input: unknown = {}, more: Partial<CallEvent> = {}): Promise<HookAnswer> => {
    const uses: readonly [ToolUse] = [{ tool, input }];
    return judge({ kind: "call", uses, call: "c1", ...more } as Told);
  };
  return {
    ...{ folder, cwd, events, queries, judge, call },
    load: (skill) => call("Skill", { skill }, { loads: [skill] }),
    loadFromServer: (name) =>
      call("mcp__skillwright__skills_load", { name }, { loads: [name], loader: "own-server" }),
    prompt: (...named) => judge({ kind: "prompt", skills: named } as Told),
  };
}

/** A skill with these lists. */
export function skill(name: string, allowed?: string, disallowed?: string): FoundSkill {
  return {
    ...{ name, directory: `/skills/${name}`, digest: `sha256:${name}` },
    ...(allowed === undefined ? {} : { requestedTools: tokenizeTools(allowed) }),
    ...(disallowed === undefined ? {} : { disallowedTools: tokenizeTools(disallowed) }),
  };
}

type Rules = Partial<Record<"deny" | "only" | "ask" | "allow", string>> & Pick<PolicyLayer, "otherwise">;

/** A policy from lists as in a policy file. */
export function policyOf(kind: PolicyLayer["kind"], { otherwise, ...rules }: Rules): Policy {
  const lists = Object.entries(rules).map(([list, text]) => [list, tokenizeTools(text)]);
  const layer = { kind, name: kind, ...Object.fromEntries(lists), ...(otherwise ? { otherwise } : {}) };
  return { layer };
}
