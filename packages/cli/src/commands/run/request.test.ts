import { expect, test } from "vitest";
import { parseInvocation } from "../../parse-invocation.ts";
import { createTestIo } from "../../test-io.ts";
import { type RunRequest, readRunRequest } from "./request.ts";
import { runCommand } from "./run.ts";

function read(words: readonly string[], input: string | Uint8Array = ""): Promise<RunRequest> {
  return readRunRequest(parseInvocation(runCommand, words), createTestIo({ input }));
}

test("by default the agent has a step limit, asks, and has no network", async () => {
  expect(await read(["Review", "the branch"])).toEqual({
    task: "Review the branch",
    skills: [],
    maxSteps: 50,
    timeoutMs: undefined,
    access: { sandbox: "auto", network: "none" },
    yes: false,
    json: false,
    quiet: false,
  });
});

test("every flag is applied", async () => {
  const words = "x --skill a --skill b --max-steps 3 --timeout 9 --sandbox bubblewrap -y -q --json".split(
    " ",
  );
  expect(await read([...words, "--allow-host", "a.org", "--allow-host=*.b.org:8443"])).toEqual({
    task: "x",
    skills: ["a", "b"],
    maxSteps: 3,
    timeoutMs: 9000,
    access: { sandbox: "bubblewrap", network: { hosts: ["a.org", "*.b.org:8443"] } },
    yes: true,
    json: true,
    quiet: true,
  });
});

test.each([
  [["--network"], { sandbox: "auto", network: "all" }],
  [
    ["--allow-host", "[::1]:8080", "--allow-host", "bücher.example"],
    { sandbox: "auto", network: { hosts: ["[::1]:8080", "bücher.example"] } },
  ],
  [["--no-sandbox"], { sandbox: "none", network: "none" }],
  [["--sandbox", "sandbox-runtime"], { sandbox: "sandbox-runtime", network: "none" }],
])("%j means %j", async (words, access) => {
  expect((await read(["x", ...words])).access).toEqual(access);
});

test("a time can have fractions of a second", async () => {
  expect((await read(["x", "--timeout", "1.5"])).timeoutMs).toBe(1500);
});

test("a dash reads the task from standard input", async () => {
  expect((await read(["-"], "\nReview é\nthe branch\n")).task).toBe("Review é\nthe branch");
});

test("a dash among other words is a word", async () => {
  expect((await read(["a", "-", "b"])).task).toBe("a - b");
});

test.each([
  [[], "run requires a TASK"],
  [["  "], "run requires a TASK"],
  [["-"], "run requires a TASK"],
  [["x", "--max-steps", "0"], "--max-steps must be a whole number from 1 to 1000; found '0'."],
  [["x", "--max-steps", "1001"], "--max-steps must be a whole number from 1 to 1000; found '1001'."],
  [["x", "--max-steps", "1e2"], "found '1e2'."],
  [["x", "--timeout", "0"], "--timeout must be a number of seconds up to 86400; found '0'."],
  [["x", "--timeout", "86401"], "found '86401'."],
  [["x", "--timeout="], "found ''."],
  [["x", "--sandbox", "docker"], "found 'docker'."],
  [["x", "--sandbox", "bubblewrap", "--no-sandbox"], "--no-sandbox"],
  [["x", "--network", "--allow-host", "a.org"], "--allow-host"],
  [["x", "--allow-host", "https://a.org/x"], "https://a.org/x"],
  [["x", "--allow-host", "127.1"], "127.1"],
  [["x", "--allow-host", "a.org:99999"], "expected a port from 1 to 65535"],
  [["x", "--allow-host", "a.org", "--allow-host", "*.org"], "a whole top-level domain"],
])("%j is wrong usage: %s", async (words, message) => {
  await expect(read(words)).rejects.toThrow(message);
});

test("a task that is not a string or is too long is refused", async () => {
  await expect(read(["-"], new Uint8Array([0xff, 0xfe, 0x00]))).rejects.toThrow("is not UTF-8 text");
  await expect(read(["-"], "x".repeat(1_048_577))).rejects.toThrow("at most 1048576 bytes");
});

test("an empty skill name is ignored", async () => {
  await expect(read(["x", "--skill", ""])).rejects.toThrow("--skill requires the name of a skill; found ''.");
});
