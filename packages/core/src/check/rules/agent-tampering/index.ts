import type { Level } from "../../../finding.ts";
import type { Action, WriteAction } from "../../../scan/evidence.ts";
import { classifyPlace, normalizePath, type PlaceKind } from "../../../scan/places.ts";
import { createEase, type Ease } from "../../actions/announced.ts";
import { actionsOf, at, worstAtEachPlace } from "../../actions/at.ts";
import { excerptOf } from "../../actions/excerpt.ts";
import { type CheckedSkill, defineRule, type Rule } from "../../rule.ts";
import { shownWrites, toolWrites } from "./tool-writes.ts";

export const rule: Rule = defineRule({
  id: "agent-tampering",
  category: "security",
  severity: "warning",
  summary: "The skill leaves the settings, memory, instructions and other skills of agents alone.",
  messages: {
    changes: "'{command}' changes {what}; leave it to the user, and tell them what to add and why.",
    permissions: "'{command}' lets the agent act without asking ({what}); remove it.",
  },
  threat: {
    owasp: ["AST01", "AST03"],
    why: "Agents obey these files in every later task, so one change there outlives the skill and reaches everything else.",
    remedy: "Let the user make the change, and keep it inside the skill.",
    levels: { changes: "medium", permissions: "high" },
  },
  check(skill, { report }) {
    const done = actionsOf(skill).flatMap((action) => {
      const found = foundIn(action, skill);
      return found ? [{ action, ...found }] : [];
    });
    const told = [...toolWrites(skill.evidence().texts)].flatMap((action) => {
      const found = changeOf(action, skill) ?? (policyFile.test(action.path) ? policyChange : undefined);
      return found ? [{ action, ...found }] : [];
    });
    const shown = [...shownWrites(skill.evidence().texts)].flatMap((action) => {
      const found = changeOf(action, skill);
      // Documentation shows settings too; only what no user would want counts.
      const isGrave = found?.isPermission || givesBadOrders.test(action.content ?? "");
      return found && isGrave ? [{ action, ...found, level: "high" as const }] : [];
    });
    const all = [...done, ...told, ...shown];
    const ease = createEase(skill);
    for (const { action, what, level, isPermission } of worstAtEachPlace(
      all.map((one) => easeChange(one, ease)),
    )) {
      const args = { command: excerptOf(action), what };
      report({ message: isPermission ? "permissions" : "changes", args, ...at(action, level) });
    }
  },
});

/** What a skill for such files says that it changes; orders and commands in them stay grave. */
function easeChange<Change extends Found & { readonly action: Action }>(change: Change, ease: Ease): Change {
  const { action, level, isPermission } = change;
  if (isPermission || level !== "medium") return change;
  const end = action.kind === "write" ? (action.content?.slice(0, longestContent) ?? "") : "";
  return { ...change, level: ease(action, { topic: "agent-files", level, end }) };
}

type Found = { readonly what: string; readonly level: Level; readonly isPermission?: true };

function foundIn(action: Action, skill: CheckedSkill): Found | undefined {
  if (action.kind === "write" || action.kind === "delete") return changeOf(action, skill);
  if (action.kind !== "run") return undefined;
  return commands.find(
    ({ program, pattern }) => program.test(action.program) && pattern.test(action.text.slice(0, 1000)),
  );
}

/** A file of an agent's rules by its name alone; scripts write files of this name for other programs too. */
const policyFile =
  /(?:^|\/)(?:polic(?:y|ies)|permissions?|guardrails?|approvals?|allow_?list)\.(?:json|ya?ml|toml)$/i;
const policyChange: Found = { what: "the rules of what an agent may do", level: "medium" };

const places: Readonly<Partial<Record<PlaceKind, Found>>> = {
  "agent-settings": { what: "an agent's settings", level: "medium" },
  "agent-memory": { what: "an agent's memory", level: "medium" },
  "agent-instructions": { what: "the instructions that agents follow", level: "medium" },
  "agent-skills": { what: "another skill", level: "low" },
};

function changeOf(
  { kind, path, content, carries }: WriteAction,
  { directoryName = "", parsed }: CheckedSkill,
): Found | undefined {
  const place = isPlainFile(path) ? undefined : places[placeKind(path) ?? "temporary"];
  if (!place || isOwn(path, [directoryName, parsed.manifest.name ?? ""])) return undefined;
  const text = content?.slice(0, longestContent) ?? "";
  if (everySkill.test(path)) return { what: "every other skill", level: "high" };
  if (grantsEverything.test(text)) return { ...place, level: "critical", isPermission: true };
  if (carries.some(({ label }) => label === "remote" || label === "decoded"))
    return { ...place, level: "high" };
  if (givesOrders.test(text) || runsCommands.test(text)) return { ...place, level: "high" };
  // Deleting an agent's settings as a whole is as good as resetting it.
  return kind === "delete" && place.level === "medium" ? { ...place, level: "high" } : place;
}

/** A copy for safety and a log are no orders to an agent. */
function isPlainFile(path: string): boolean {
  const plain = normalizePath(path);
  return /\.(?:bak|backup|old|orig|log|lock|pid)(?:[.-][\w-]{1,30})?$/.test(plain);
}

/** An agent's workspace holds its memory beside skills and the files of programs. */
function placeKind(path: string): PlaceKind | undefined {
  const kind = classifyPlace(path);
  const inside = /\.(?:openclaw|clawdbot|moltbot)\/workspace\/(.{1,200})$/.exec(normalizePath(path))?.[1];
  if (kind !== "agent-memory" || inside === undefined || remembers.test(inside)) return kind;
  return /^skills\//.test(inside) ? "agent-skills" : undefined;
}

const remembers = /(?:^|\/)(?:memory|memories|sessions)(?:\/|\.|$)|\.md$|^[*.{$]/i;

/** One file of each skill in a folder of skills. */
const everySkill = /\bskills\/(?:\*|\{[^}]{1,40}\}|\$\{?\w{1,40}\}?)\/{1,2}SKILL\.md$/i;

const longestContent = 8000;

/** The skill's own folder, wherever it is installed. */
function isOwn(path: string, names: readonly string[]): boolean {
  const folders = normalizePath(path).split("/");
  return names.some((name) => name !== "" && folders.includes(name));
}

const grantsEverything =
  /bypassPermissions|dangerouslySkip|skipDangerousModePermissionPrompt|"?(?:autoApprove|alwaysAllow|auto_approve|yolo|trustAll|autoAcceptAll)\w{0,20}"?[ \t]{0,4}[:=][ \t]{0,4}(?:true|\[[ \t]{0,4}"\*)|approval_policy[ \t]{0,4}=[ \t]{0,4}"never"|sandbox_mode[ \t]{0,4}=[ \t]{0,4}"danger-full-access"|"allow"[ \t]{0,4}:[ \t\n]{0,20}\[[ \t\n]{0,20}"(?:\*|Bash(?:\(\*(?::\*)?\))?)"|"deny"[ \t]{0,4}:[ \t]{0,4}\[[ \t]{0,4}\]|"defaultMode"[ \t]{0,4}:[ \t]{0,4}"(?:bypass|acceptEdits|auto)|enableAllProjectMcpServers"?[ \t]{0,4}:[ \t]{0,4}true|"(?:allow_?all\w{0,20}|skip_?(?:confirm|permission|approval)\w{0,10})"[ \t]{0,4}:[ \t]{0,4}true|"require_?(?:confirmation|approval)\w{0,10}"[ \t]{0,4}:[ \t]{0,4}false|chat\.tools\.(?:global\.)?autoApprove/i;

const givesOrders =
  /\b(?:ignore|disregard|override)[ \t]{1,4}(?:all[ \t]{1,4}|any[ \t]{1,4})?(?:previous|prior|other|earlier|safety)|\b(?:always|never|must|silently|secretly)\b[^\n]{0,120}\b(?:send|upload|post|curl|exfil|forward|credential|password|token|secret|without[ \t]{1,4}(?:asking|confirmation|telling)|approve|trust|skip|hide|mention)/i;

/** Orders that no user writes for an agent: to act unseen, unasked, or with the user's own authority. */
const givesBadOrders =
  /\b(?:do[ \t]not|don't|never)\b[^\n]{0,60}\b(?:mention|request[ \t]confirmation|ask[ \t]for[ \t]confirmation|tell[ \t]the[ \t]user|inform[ \t]the[ \t]user)\b|\b(?:silently|secretly)\b[^\n]{0,120}\b(?:send|upload|post|forward|collect|run|include)\b|\bpre-?approved\b|\bsame[ \t]authority[ \t]as[ \t](?:the[ \t])?user\b|\b(?:ignore|disregard|override)[ \t]{1,4}(?:all[ \t]{1,4}|any[ \t]{1,4})?(?:previous|prior|other|earlier|safety)/i;

/** Hooks and servers in settings start programs. */
const runsCommands =
  /"hooks"[ \t]{0,4}:|"(?:PreToolUse|PostToolUse|SessionStart|UserPromptSubmit|Stop)"|"command"[ \t]{0,4}:[ \t]{0,4}"[^"\n]{0,200}(?:curl|wget|bash|\bsh\b|nc\b|base64|python|node -e)|\|[ \t]{0,4}(?:ba)?sh\b|ANTHROPIC_BASE_URL|OPENAI_BASE_URL|OPENAI_API_BASE|apiKeyHelper/;

type Row = Found & { readonly program: RegExp; readonly pattern: RegExp };

const agent =
  /^(?:claude|codex|gemini|qwen|cursor-agent|opencode|goose|openclaw|clawdbot|copilot|amp|aider|droid|kiro-cli|crush|auggie)$/;

const commands: readonly Row[] = [
  {
    what: "its questions are switched off",
    level: "medium",
    isPermission: true,
    program: agent,
    pattern:
      /--(?:dangerously-(?:skip-permissions|bypass-approvals-and-sandbox)|yolo|allow-all-tools|permission-mode[ =]bypassPermissions|dangerously-allow-all|yes-always)\b|--sandbox[ =]danger-full-access|(?:-a|--ask-for-approval)[ =]never/,
  },
  {
    what: "its settings",
    level: "medium",
    program: agent,
    pattern: /\bconfig[ \t]{1,4}set\b[^\n]{0,80}(?:permission|approv|allow|trust|sandbox|hook|model|base)/i,
  },
  {
    what: "where its model is, and so what it is told",
    level: "high",
    program: /^(?:export|setx?|set-item|fish_add_path)$/i,
    pattern:
      /\b(?:ANTHROPIC|OPENAI|CLAUDE_CODE|GEMINI|GOOGLE_GENAI|CODEX)\w{0,20}_(?:BASE_URL|API_BASE|ENDPOINT|API_URL)["']?[ =]["']?https?:\/\/(?!localhost|127\.|\[::1|0\.0\.0\.0|host\.docker|[\w.-]{0,80}\b(?:anthropic|openai|googleapis|azure|openrouter|amazonaws|cloudflare|deepseek|moonshot|z\.ai|minimaxi?|aliyuncs|bigmodel|vercel|your|example|groq|mistral|x\.ai|together|fireworks|litellm|ollama|nvidia|huggingface)\b)/i,
  },
  {
    what: "the MCP servers that an agent talks to",
    level: "low",
    program: agent,
    pattern: /\bmcp[ \t]{1,4}add/,
  },
];
