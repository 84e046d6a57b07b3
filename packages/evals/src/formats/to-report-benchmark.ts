import { aggregate } from "./aggregate.ts";
import type { Benchmark } from "./benchmark.ts";
import type { EvalReport } from "./eval-report.ts";

/** Converts a UAAPS report to a benchmark for comparison. Skipped cases are left out. */
export function toReportBenchmark({ cases, agent, timestamp, package: { name } }: EvalReport): Benchmark {
  const runs = cases
    .filter(({ verdict }) => verdict !== "SKIP")
    .map(({ name, verdict, durationSeconds, judged }) => {
      const passed = verdict === "PASS" ? 1 : 0;
      return {
        evalId: name,
        configuration: "with_skill",
        run: 1,
        passRate: passed,
        passed,
        failed: 1 - passed,
        total: 1,
        ...(durationSeconds === undefined ? {} : { timeSeconds: durationSeconds }),
        grades: [{ text: name, passed: passed === 1, evidence: judged?.reason ?? "" }],
        notes: [],
      };
    });
  return aggregate(runs, {
    skillName: name,
    timestamp,
    ...(agent.model === undefined ? {} : { executorModel: agent.model }),
  });
}
