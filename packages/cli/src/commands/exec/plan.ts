import { formatDecision } from "@skillwright/core/policy";
import { formatNumber, printable } from "@skillwright/core/text";
import { formatScriptWarning } from "@skillwright/runtime";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { toDecisionRow } from "../../session/decision-row.ts";
import { hangText } from "../../terminal/hang-text.ts";
import { type ExecReview, reviewPlan } from "./review-plan.ts";
import type { ExecWork } from "./session.ts";

/** Prints what would run, with what access, and the decision; runs nothing. */
export async function printPlan(work: ExecWork, io: Io): Promise<number> {
  const review = await reviewPlan(work, io);
  const text = work.options.json
    ? `${JSON.stringify(toJson(review, work), null, 2)}\n`
    : toText(review, work, io);
  await io.out(text);
  const isRefused = review.decision.effect === "deny" || review.sandbox.name === null;
  return isRefused ? exitCode.refused : exitCode.ok;
}

function toText(review: ExecReview, { entry }: ExecWork, io: Io): string {
  const { plan, decision, sandbox, environment, resources, hooks } = review;
  const { command, cwd, readable, writable, network, timeoutMs } = plan.request;
  const reach = typeof network === "object" ? network.hosts : [network];
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["skill", [entry.skill.id, entry.digest]],
    ["command", [command.map(quote).join(" ")]],
    ["hooks", hooks],
    ["folder", [cwd]],
    ["sandbox", [sandbox.name ?? `none, so the script is refused. ${sandbox.problem ?? ""}`]],
    ["reads", readable],
    ["writes", writable],
    ["network", reach],
    ["variables", Object.entries(environment).map(([name, value]) => `${name}=${value}`)],
    ["limits", [`${timeoutMs / 1000} seconds`, ...limitsOf(resources)]],
    ["decision", [`${decision.effect}: ${formatDecision(decision)}`]],
    ["notes", plan.warnings.map(formatScriptWarning)],
  ];
  const look = { width: 11, columns: Math.min(io.terminal.columns, 100) };
  return rows
    .flatMap(([label, texts]) =>
      texts.flatMap((text, index) => hangText(index === 0 ? label : "", printable(text), look)),
    )
    .map((line) => `${line}\n`)
    .join("");
}

function limitsOf(resources: ExecReview["resources"]): readonly string[] {
  if (resources === null) return ["no other limits without a sandbox"];
  const { memoryBytes, processes, cpuSeconds, fileBytes, diskBytes } = resources;
  return [
    `${formatNumber(cpuSeconds)} seconds of CPU time per process`,
    `${formatNumber(memoryBytes)} bytes of memory`,
    `${formatNumber(processes)} processes`,
    `${formatNumber(diskBytes)} bytes on disk, ${formatNumber(fileBytes)} per file`,
  ];
}

/** Quotes a word for a POSIX shell. */
function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function toJson(review: ExecReview, { entry }: ExecWork): object {
  const { plan, decision, sandbox, environment, resources, hooks } = review;
  const { command, cwd, readable, writable, network, timeoutMs } = plan.request;
  return {
    version: 1,
    skill: entry.skill.id,
    digest: entry.digest,
    script: plan.script,
    command,
    hooks,
    cwd,
    environment,
    sandbox: sandbox.name,
    ...(sandbox.problem === undefined ? {} : { problem: sandbox.problem }),
    readable,
    writable,
    network,
    timeoutMs,
    resources,
    decision: toDecisionRow(decision),
    warnings: plan.warnings.map(formatScriptWarning),
  };
}
