import {
  type AuditEvent,
  combinePolicies,
  createPathResolver,
  decide,
  type FileSystem,
  mayRun,
  type ToolRequest,
} from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { systemClock } from "../clock.ts";
import { createAgentTools, createSkillTools } from "../tools/create-tools.ts";
import { requireDistinct } from "../tools/require-distinct.ts";
import type { Tool } from "../tools/tool.ts";
import { activateSkill } from "./activate-skill.ts";
import { createActiveSkills } from "./active-skills.ts";
import { type Approvals, createApprovals } from "./approvals.ts";
import { createAskPerson } from "./ask-person.ts";
import { createCallHooks } from "./call-hooks.ts";
import { checkOptions } from "./check-options.ts";
import { endSession, endTurn } from "./end-session.ts";
import { createEventStream } from "./event-stream.ts";
import { createGuard } from "./guard.ts";
import { guardTools } from "./guarded-tools.ts";
import { deactivateSkill } from "./leave-skills.ts";
import { protectedContent } from "./protected-content.ts";
import { createQueue } from "./queue.ts";
import { createRecorder } from "./recorder.ts";
import type { Session } from "./session.ts";
import type { SessionOptions, SessionSettings } from "./session-options.ts";
import type { SessionParts } from "./session-parts.ts";

/**
 * Begins a session: one conversation of one agent.
 *
 * @example
 * const session = createSession({ catalog, workspace: process.cwd(), audit: createJsonlSink({ path }) });
 * await session.activate({ skill: "code-review", trigger: "user" });
 * const outcome = await session.guard("Bash", { command: "git status" }, run);
 */
export function createSession(options: SessionOptions): Session {
  checkOptions(options);
  const events = createEventStream();
  const { approvals, ...parts } = createParts(options, events.emit);
  const { id, queue, active, askPerson, recorder } = parts;
  const guard = createGuard(parts);
  let closing: Promise<void> | undefined;
  const session: Session = {
    id,
    events,
    activate: (request) => queue(() => activateSkill(request, parts)),
    deactivate: (reference) => queue(() => deactivateSkill(reference, parts)),
    guard,
    review: (tool, input) => decide(parts.toRequest(tool, input), active.layers()),
    mayOffer: (tool) => mayRun(tool, active.layers()),
    expectApproval: ({ tool, input, call }) =>
      approvals.expect(call, askPerson.digest({ id: call, tool, input })),
    tools: async () => guardTools(await createTools(options, session, parts), guard, parts),
    active: () => active.list().map(({ skill }) => skill),
    model: () => active.list().findLast(({ skill }) => skill.model !== undefined)?.skill.model,
    endTurn: () => queue(() => endTurn(parts)),
    protectedContent: () => protectedContent(active.list()),
    close: () => {
      closing ??= queue(() => endSession(parts)).finally(events.end);
      return closing;
    },
  };
  void queue(() => recorder.recordAfter({ event: "session-started", workspace: parts.settings.workspace }));
  return session;
}

function createParts(
  options: SessionOptions,
  emit: (event: AuditEvent) => void,
): SessionParts & { readonly approvals: Approvals } {
  const { clock = systemClock, fs = createNodeFileSystem(), nesting = "intersection" } = options;
  const { catalog, user, sandbox, approver, audit, secrets = [], policy = [] } = options;
  const { layers, audit: auditing, ...reading } = combinePolicies([policy].flat());
  const id = clock.createId();
  const settings = { ...settle(options, fs), ...reading };
  const active = createActiveSkills(layers, nesting);
  const approvals = createApprovals(clock);
  const recorder = createRecorder({
    session: id,
    clock,
    emit,
    required: auditing === "required",
    secrets,
    ...(user === undefined ? {} : { user }),
    ...(audit === undefined ? {} : { sink: audit }),
  });
  return {
    id,
    user,
    catalog,
    settings,
    queue: createQueue(),
    active,
    approvals,
    recorder,
    clock,
    sandbox,
    askPerson: createAskPerson(approver, approvals, active),
    hooks: createCallHooks({ session: id, settings, active, recorder, fs, sandbox }),
    toRequest: (tool, input) => toRequest({ tool, input }, settings, fs),
  };
}

type Place = Pick<SessionSettings, "workspace" | "home" | "indexBase" | "variables" | "environment">;

function settle(options: SessionOptions, fs: FileSystem): Place {
  const { workspace = process.cwd(), indexBase = "claude", variables = {}, environment = {}, home } = options;
  return {
    workspace: fs.realPath(workspace) ?? workspace,
    home: home === undefined ? undefined : fs.realPath(home),
    indexBase,
    variables,
    environment,
  };
}

function toRequest(
  call: Pick<ToolRequest, "tool" | "input">,
  { workspace, home }: SessionSettings,
  fs: FileSystem,
): ToolRequest {
  const resolvePath = createPathResolver(fs, workspace);
  return { ...call, workspace, resolvePath, ...(home === undefined ? {} : { home }) };
}

/** Made anew each time, so that the list of skills is that of the moment. */
async function createTools(
  { functions = [], agentTools = false, skillTools }: SessionOptions,
  session: Session,
  { catalog, clock, sandbox, settings }: SessionParts,
): Promise<readonly Tool[]> {
  const { workspace, environment } = settings;
  const shared = { session, clock, workspace, environment, ...(sandbox === undefined ? {} : { sandbox }) };
  const skills = await createSkillTools({
    ...shared,
    catalog,
    ...(skillTools === undefined ? {} : { config: skillTools }),
  });
  const config = typeof agentTools === "object" ? { config: agentTools } : {};
  const own = agentTools === false ? skills : [...skills, ...createAgentTools({ ...shared, ...config })];
  requireDistinct(functions, own);
  return [...own, ...functions];
}
