import {
  findValue,
  number,
  readMap,
  readMaps,
  readNumber,
  readText,
  type Shape,
  text,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { checkVersion } from "../testing/check-values.ts";
import type { RecordShape } from "../testing/read-test-file.ts";
import { formatsLimits } from "./limits.ts";
import { type EvalRead, type ReadEvalFile, readResultFile, record, toJsonText } from "./read-eval-file.ts";
import { roundTo } from "./statistics.ts";

/** The results of a UAAPS package's evals: `evals/reports/TIMESTAMP.json`. */
export type EvalReport = {
  readonly id: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly durationSeconds: number;
  readonly config: {
    readonly engine: string;
    readonly engineVersion?: string;
    readonly judge?: string;
    readonly timeoutSeconds?: number;
  };
  readonly agent: {
    readonly runtime: string;
    readonly runtimeVersion?: string;
    readonly model?: string;
    readonly modelProvider?: string;
    readonly sessionId?: string;
  };
  readonly judge: { readonly model?: string; readonly modelProvider?: string };
  /** Versions and the machine, by name. */
  readonly environment: Readonly<Record<string, string>>;
  readonly package: { readonly name: string; readonly version?: string };
  readonly cases: readonly ReportCase[];
};

export type Verdict = "PASS" | "FAIL" | "SKIP";
export type CheckName = "contains" | "not_contains" | "files_created" | "agent_blocked";

export type ReportCase = {
  readonly name: string;
  readonly target?: string;
  readonly verdict: Verdict;
  readonly durationSeconds?: number;
  /** Only the checks that the case defines. */
  readonly checks: Readonly<Partial<Record<CheckName, Exclude<Verdict, "SKIP">>>>;
  /** Absent when a mechanical check failed first. */
  readonly judged?: {
    readonly result: Exclude<Verdict, "SKIP">;
    readonly reason: string;
    readonly model?: string;
  };
  /** The agent's answer; only the beginning is written. */
  readonly output?: string;
  readonly error?: string;
};

/** Reads a UAAPS report. */
export function readEvalReport(source: string, file: string): ReadEvalFile<EvalReport> {
  return readResultFile(source, file, { shape: reportShape, read: readReportNode });
}

const verdicts: readonly Verdict[] = ["PASS", "FAIL", "SKIP"];
const judgements: readonly Exclude<Verdict, "SKIP">[] = ["PASS", "FAIL"];
const checkNames: readonly CheckName[] = ["contains", "not_contains", "files_created", "agent_blocked"];
const judgement: Shape = { type: "choice", of: judgements };

const reportShape: RecordShape = record(
  {
    version: number,
    id: text,
    timestamp: text,
    duration_seconds: number,
    config: record({ engine: text, engine_version: text, judge: text, timeout: number }),
    agent: record({ runtime: text, runtime_version: text, model: text, model_provider: text }),
    judge: record({ model: text, model_provider: text }),
    environment: { type: "dictionary", value: text },
    package: record({ name: text, version: text }),
    cases: {
      type: "list",
      item: record(
        {
          name: text,
          target: text,
          verdict: { type: "choice", of: verdicts },
          duration_seconds: number,
          deterministic_checks: { type: "dictionary", value: judgement },
          judge_verdict: record({ result: judgement, reason: text, model: text }, ["result"]),
          agent_output_snippet: text,
          error: text,
        },
        ["name", "verdict"],
      ),
    },
  },
  ["version", "cases"],
);

function readReportNode(node: YamlNode): EvalRead<EvalReport> {
  const map = readMap(node);
  const value = (...keys: readonly [string, string?]): string | undefined => textAt(map, keys);
  const environment = readMap(findValue(map, "environment"))?.entries ?? [];
  return {
    value: {
      id: value("id") ?? "",
      timestamp: value("timestamp") ?? "",
      durationSeconds: readNumber(findValue(map, "duration_seconds")) ?? 0,
      config: compact<EvalReport["config"]>({
        engine: value("config", "engine") ?? "",
        engineVersion: value("config", "engine_version"),
        judge: value("config", "judge"),
        timeoutSeconds: readNumber(findValue(readMap(findValue(map, "config")), "timeout")),
      }),
      agent: compact<EvalReport["agent"]>({
        runtime: value("agent", "runtime") ?? "",
        runtimeVersion: value("agent", "runtime_version"),
        model: value("agent", "model"),
        modelProvider: value("agent", "model_provider"),
        sessionId: value("agent", "session_id"),
      }),
      judge: compact<EvalReport["judge"]>({
        model: value("judge", "model"),
        modelProvider: value("judge", "model_provider"),
      }),
      environment: Object.fromEntries(
        environment.map((entry) => [entry.key.text, readText(entry.value) ?? ""]),
      ),
      package: compact<EvalReport["package"]>({
        name: value("package", "name") ?? "",
        version: value("package", "version"),
      }),
      cases: readMaps(map, "cases").map(readCase),
    },
    complaints: checkVersion(findValue(map, "version")),
  };
}

function textAt(map: YamlMap | undefined, [key, inner]: readonly [string, string?]): string | undefined {
  const node = findValue(map, key);
  return readText(inner === undefined ? node : findValue(readMap(node), inner));
}

function readCase(map: YamlMap): ReportCase {
  const judged = readMap(findValue(map, "judge_verdict"));
  const checks = readMap(findValue(map, "deterministic_checks"));
  return compact<ReportCase>({
    name: textAt(map, ["name"]) ?? "",
    target: textAt(map, ["target"]),
    verdict: verdicts.find((verdict) => verdict === textAt(map, ["verdict"])) ?? "SKIP",
    durationSeconds: readNumber(findValue(map, "duration_seconds")),
    checks: Object.fromEntries(
      checkNames.flatMap((name) => {
        const found = readJudgment(findValue(checks, name));
        return found ? [[name, found]] : [];
      }),
    ),
    judged: judged && readJudged(judged),
    output: textAt(map, ["agent_output_snippet"]),
    error: textAt(map, ["error"]),
  });
}

function readJudged(map: YamlMap): NonNullable<ReportCase["judged"]> {
  return compact<NonNullable<ReportCase["judged"]>>({
    result: readJudgment(findValue(map, "result")) ?? "FAIL",
    reason: textAt(map, ["reason"]) ?? "",
    model: textAt(map, ["model"]),
  });
}

function readJudgment(node: YamlNode | undefined): Exclude<Verdict, "SKIP"> | undefined {
  return judgements.find((known) => known === readText(node));
}

/** The text of a UAAPS report. */
export function toEvalReportText(report: EvalReport): string {
  const { config, agent, judge } = report;
  return toJsonText({
    version: 1,
    id: report.id,
    timestamp: report.timestamp,
    duration_seconds: report.durationSeconds,
    config: {
      engine: config.engine,
      engine_version: config.engineVersion,
      judge: config.judge,
      timeout: config.timeoutSeconds,
    },
    agent: {
      runtime: agent.runtime,
      runtime_version: agent.runtimeVersion,
      model: agent.model,
      model_provider: agent.modelProvider,
      session_id: agent.sessionId,
    },
    judge: { model: judge.model, model_provider: judge.modelProvider },
    environment: report.environment,
    package: report.package,
    summary: summarize(report.cases),
    cases: report.cases.map(writeCase),
  });
}

/** The rate excludes skipped cases. */
function summarize(cases: readonly ReportCase[]): object {
  const count = (verdict: ReportCase["verdict"]): number =>
    cases.filter((one) => one.verdict === verdict).length;
  const passed = count("PASS");
  const failed = count("FAIL");
  return {
    total: cases.length,
    passed,
    failed,
    skipped: count("SKIP"),
    pass_rate: passed + failed === 0 ? 0 : roundTo(passed / (passed + failed), 4),
  };
}

function writeCase({ checks, judged, output, durationSeconds, ...rest }: ReportCase): object {
  return {
    name: rest.name,
    target: rest.target,
    verdict: rest.verdict,
    duration_seconds: durationSeconds,
    deterministic_checks: checks,
    judge_verdict: judged,
    agent_output_snippet: output === undefined ? undefined : toSnippet(output),
    error: rest.error,
  };
}

/** The first characters, without splitting a surrogate pair. */
function toSnippet(output: string): string {
  const start = output.slice(0, formatsLimits.evalSnippetCharacters);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
