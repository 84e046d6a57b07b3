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
import type { CheckName, EvalReport, ReportCase, Verdict } from "./eval-report.ts";
import type { EvalRead, ReadEvalFile } from "./read-eval-file.ts";
import { readResultFile } from "./read-result-file.ts";
import { record } from "./record.ts";

/** Reads a UAAPS report. */
export function readEvalReport(source: string, file: string): ReadEvalFile<EvalReport> {
  return readResultFile(source, file, { shape, read });
}

const verdicts: readonly Verdict[] = ["PASS", "FAIL", "SKIP"];
const judgements: readonly Exclude<Verdict, "SKIP">[] = ["PASS", "FAIL"];
const checkNames: readonly CheckName[] = ["contains", "not_contains", "files_created", "agent_blocked"];
const judgement: Shape = { type: "choice", of: judgements };

const shape: RecordShape = record(
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

function read(node: YamlNode): EvalRead<EvalReport> {
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
