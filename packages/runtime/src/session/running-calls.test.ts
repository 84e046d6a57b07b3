import { expect, test } from "vitest";
import { createRunningCalls, describeFailure, describeOutcome } from "./running-calls.ts";

const text = (value: string) => ({ type: "text", text: value });

test.each([
  ["plain values", "done", { ok: true }],
  ["OmniForge's success", { success: true, result: { a: 1 } }, { ok: true }],
  ["OmniForge's failure", { success: false, error: "no such file" }, { ok: false, error: "no such file" }],
  [
    "VibeTavern's failure",
    { ok: false, errors: [{ code: "TIMEOUT", message: "The script was cancelled" }, "odd"] },
    { ok: false, error: "TIMEOUT The script was cancelled; odd" },
  ],
  [
    "a command",
    { success: true, result: { return_code: 3, stdout: "out", stderr: "err" } },
    { ok: true, exitCode: 3, output: "out\nerr" },
  ],
  [
    "a command that printed only errors",
    { exitCode: 1, stdout: "", stderr: "err" },
    { ok: true, exitCode: 1, output: "err" },
  ],
  ["a command's output in no shape", { exitCode: 0, stdout: 7 }, { ok: true, exitCode: 0, output: "" }],
  ["an exit code in no shape", { exit_code: "3", stdout: "out" }, { ok: true }],
  ["MCP's success", { content: [text("fine")], isError: false }, { ok: true }],
  ["MCP's success without a word of it", { content: [text("fine")] }, { ok: true }],
  [
    "MCP's failure",
    { content: [{ type: "image", data: "AA==" }, text("no such city"), text("more")], isError: true },
    { ok: false, error: "no such city" },
  ],
  ["MCP's failure without words", { content: [null, 7], isError: true }, { ok: false, error: "" }],
  ["MCP's failure in no shape", { content: "broken", isError: true }, { ok: false, error: "" }],
])("%s", (_, value, outcome) => {
  expect(describeOutcome(value)).toEqual(outcome);
});

test("an exception is reported with its own message", () => {
  expect(describeFailure(new Error("no luck"))).toEqual({ ok: false, error: "no luck" });
  expect(describeFailure("odd")).toEqual({ ok: false, error: "odd" });
});

test("ending the calls leaves no timer that would keep a process alive", async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await createRunningCalls(new AbortController().signal).end();
  expect(timers()).toBe(before);
});
