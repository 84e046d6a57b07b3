import type { EvalReport, ReportCase } from "./eval-report.ts";
import { formatsLimits } from "./limits.ts";
import { roundTo } from "./statistics.ts";
import { toJsonText } from "./to-json-text.ts";

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
    summary: summarise(report.cases),
    cases: report.cases.map(writeCase),
  });
}

/** The rate excludes skipped cases. */
function summarise(cases: readonly ReportCase[]): object {
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
