import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines } from "../../test-io.ts";
import { stopProvidersAfterwards } from "../test-run.ts";
import { evalAgainst, evalFiles, startEvalProvider } from "./test-eval.ts";

afterAll(removeTestMachines);
stopProvidersAfterwards();

const words = ["skills/greeter", "-y", "-j", "1", "--judge", "none"];

/** The lines that tell of progress. */
function progressOf(err: string): readonly string[] {
  return err.split("\n").filter((line) => /^\d+ of \d+: /.test(line));
}

test("runs and queries are reported one by one, and reused ones are counted", async () => {
  const machine = createTestMachine(evalFiles);
  const provider = await startEvalProvider();
  const first = await evalAgainst(provider, [...words, "-n", "1"], { machine });
  expect(progressOf(first.err)).toEqual([
    expect.stringMatching(
      /^1 of 2: eval-welcome-the-captain-aboard with(?:out)?_skill run 1: [01] of 1 passed$/,
    ),
    expect.stringMatching(
      /^2 of 2: eval-welcome-the-captain-aboard with(?:out)?_skill run 1: [01] of 1 passed$/,
    ),
    "1 of 2: triggered: please greet the captain",
    "2 of 2: not triggered: greet nobody and sum these numbers",
  ]);
  const second = await evalAgainst(provider, [...words, "-n", "2", "--triggers"], { machine });
  expect(progressOf(second.err)).toEqual([
    "3 of 4: triggered: please greet the captain",
    "4 of 4: not triggered: greet nobody and sum these numbers",
  ]);
});

test.each(["--outputs", "--triggers"])("--max-cost holds for %s", async (kind) => {
  const machine = createTestMachine(evalFiles);
  const provider = await startEvalProvider("anthropic", (text) =>
    text.includes("greet nobody") ? { text: "Three.", usage: { input: 1000, output: 10 } } : undefined,
  );
  const limited = await evalAgainst(provider, [...words, "-n", "5", kind, "--max-cost", "0.000001"], {
    machine,
  });
  expect(limited.code).toBe(1);
  expect(limited.err).toContain("--max-cost reached");
  expect(limited.err).toMatch(/; [1-9] runs? left\. Finished runs are saved/);
  const asked = provider.requests.length;
  const rest = await evalAgainst(provider, [...words, "-n", "5", kind], { machine });
  expect(rest.code).toBe(0);
  expect(asked).toBeLessThan(provider.requests.length - asked);
});
