import { compact } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import type { Expected, HookDecision } from "./case.ts";
import { excerpt, findNearest } from "./excerpt.ts";
import type { TestFailure } from "./failure.ts";
import { judgeJson } from "./judge-json.ts";
import { testingLimits } from "./limits.ts";
import { compileExpression } from "./regular-expression.ts";

/** The expectations that a run did not meet; empty when it passed. */
export function judgeRun(expected: Expected, observed: Observed): readonly TestFailure[] {
  const incomplete = judgeEnd(observed);
  // An incomplete output cannot be judged.
  if (incomplete) return [incomplete];
  const { stdout, stderr } = observed;
  return [
    ...judgeOutcome(expected, observed),
    ...expected.stdoutContains.flatMap((text) => judgeContains("stdout-contains", text, stdout)),
    ...expected.stderrContains.flatMap((text) => judgeContains("stderr-contains", text, stderr)),
    ...expected.notContains.flatMap((text) => judgeAbsence(text, observed)),
    ...(expected.stdoutJson === undefined ? [] : judgeJson(expected.stdoutJson, stdout)),
    ...judgeExpressions(expected, observed),
    ...judgeFiles(expected, observed),
  ];
}

function judgeEnd(observed: Observed): TestFailure | undefined {
  const { status, exceeded, truncated, stdout, stderr } = observed;
  if (status !== "exited" && status !== "killed") {
    const output = lastOutput(observed);
    return { kind: "stopped", expected: "exited", actual: status, ...compact({ exceeded }), output };
  }
  if (!truncated) return undefined;
  const longer = stdout.length >= stderr.length ? stdout : stderr;
  const actual = excerpt(longer, 0, evalsLimits.testExcerptCharacters);
  return { kind: "truncated", expected: "all output", actual };
}

/** The end of the output, preferably of standard error: it usually has the reason for a failure. */
function lastOutput({ stdout, stderr }: Observed): string {
  const output = stderr.trim() === "" ? stdout : stderr;
  return excerpt(output, output.length, evalsLimits.testExcerptCharacters);
}

function judgeOutcome({ exitCode, decision }: Expected, observed: Observed): readonly TestFailure[] {
  const failures: TestFailure[] = [];
  const output = lastOutput(observed);
  if (exitCode !== undefined && exitCode !== observed.exitCode)
    failures.push({
      kind: "exit-code",
      expected: exitCode,
      actual: observed.exitCode,
      ...(observed.status === "killed" && { killed: true }),
      output,
    });
  const { decision: actual = "none" } = observed;
  if (decision !== undefined && decision !== actual)
    failures.push({ kind: "decision", expected: decision, actual, output });
  return failures;
}

function judgeContains(
  kind: "stdout-contains" | "stderr-contains",
  wanted: string,
  text: string,
): readonly TestFailure[] {
  const { at, length } = findNearest(text, wanted);
  if (length === wanted.length) return [];
  const most = evalsLimits.testExcerptCharacters;
  return [{ kind, expected: excerpt(wanted, length, most), actual: excerpt(text, at + length, most) }];
}

function judgeAbsence(unwanted: string, observed: Observed): readonly TestFailure[] {
  return (["stdout", "stderr"] as const).flatMap((stream): readonly TestFailure[] => {
    const text = observed[stream];
    const { at, length } = findNearest(text, unwanted);
    if (length < unwanted.length) return [];
    const most = evalsLimits.testExcerptCharacters;
    const actual = excerpt(text, at, most);
    return [{ kind: "not-contains", expected: excerpt(unwanted, 0, most), actual, stream }];
  });
}

function judgeExpressions(
  { stdoutMatches, stderrMatches }: Expected,
  { stdout, stderr }: Observed,
): readonly TestFailure[] {
  const failures: TestFailure[] = [];
  const all = [
    ...stdoutMatches.map((pattern) => ({ kind: "stdout-matches" as const, pattern, text: stdout })),
    ...stderrMatches.map((pattern) => ({ kind: "stderr-matches" as const, pattern, text: stderr })),
  ];
  for (const { kind, pattern, text } of all) {
    const expression = compileExpression(pattern);
    // A parsed case has only valid expressions; treat an invalid one as unmet.
    const matches = typeof expression === "function" ? expression(text) : false;
    if (matches) continue;
    const failure = { kind, expected: pattern, actual: excerpt(text, 0, evalsLimits.testExcerptCharacters) };
    if (matches === undefined) return [...failures, { ...failure, tooSlow: true }];
    failures.push(failure);
  }
  return failures;
}

function judgeFiles({ filesCreated }: Expected, { created }: Observed): readonly TestFailure[] {
  const made = new Set(created);
  const actual = created.slice(0, testingLimits.testDifferences);
  return filesCreated
    .filter((path) => !made.has(path))
    .map((path) => ({ kind: "files-created", expected: path, actual }));
}

/** What a case's command or hooks did: a sandbox's result plus two fields. */
export type Observed = {
  /** As reported by the sandbox; we stopped the last three. */
  readonly status: "exited" | "killed" | "timed-out" | "aborted" | "over-limit";
  readonly exceeded?: "memory" | "processes" | "disk" | "files";
  /** As in shells: 128 plus the signal's number for a signal. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The output was longer than the limit. */
  readonly truncated: boolean;
  /** Paths of new files, relative to the skill. */
  readonly created: readonly string[];
  /** The hooks' decision; absent for commands. */
  readonly decision?: HookDecision;
};
