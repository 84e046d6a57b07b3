import type { ApprovalQuestion } from "@skillwright/runtime";
import { expect, test } from "vitest";
import type { Io } from "../io.ts";
import { createTestIo } from "../test-io.ts";
import { type ApproverOptions, createRunApprover } from "./approver.ts";

const makeRoom: ApproverOptions["makeRoom"] = async () => () => {};
const { signal } = new AbortController();
const options: ApproverOptions = { yes: false, makeRoom, signal };

function question(tool: string, command: string, skills: readonly string[] = []): ApprovalQuestion {
  const input = { command };
  return { call: "c", tool, input, text: `${tool} ${JSON.stringify(input)}`, skills, digest: "d" };
}

test("a person is shown the exact call and the skill, and answers for this one call", async () => {
  const io = createTestIo({ answers: ["y", "n"] });
  const { approve } = createRunApprover(io, options);
  expect(await approve(question("bash", "git push", ["deploy", "git"]))).toEqual({
    approved: true,
    by: "user",
  });
  expect(await approve(question("bash", "git push"))).toEqual({ approved: false, by: "user" });
  expect(io.asked).toEqual([
    "\nAllow this call? (skill deploy > git)\nbash\n│ git push\n[y]es, [n]o, [a]lways bash in this run: ",
    "\nAllow this call?\nbash\n│ git push\n[y]es, [n]o, [a]lways bash in this run: ",
  ]);
});

test.each([
  ["y", true],
  [" Yes ", true],
  ["a", true],
  ["ALWAYS", true],
  ["n", false],
  ["No", false],
])("%j approves: %s", async (answer, approved) => {
  const { approve } = createRunApprover(createTestIo({ answers: [answer] }), options);
  expect(await approve(question("bash", "ls"))).toEqual({ approved, by: "user" });
});

test("always applies to this tool and no other", async () => {
  const io = createTestIo({ answers: ["a", "n"] });
  const { approve } = createRunApprover(io, options);
  const answers = [await approve(question("bash", "a")), await approve(question("bash", "b"))];
  expect(answers.map(({ approved }) => approved)).toEqual([true, true]);
  expect(await approve(question("write", "c"))).toMatchObject({ approved: false });
  expect(io.asked).toHaveLength(2);
});

test("always is offered for tools with any name, and remembered by name", async () => {
  const io = createTestIo({ answers: ["always", "n"] });
  const { approve } = createRunApprover(io, options);
  for (const command of ["a", "b"])
    expect(await approve(question("write", command))).toEqual({ approved: true, by: "user" });
  expect(await approve(question("bash", "c"))).toEqual({ approved: false, by: "user" });
  expect(io.asked.map((text) => text.split("\n").at(-1))).toEqual([
    "[y]es, [n]o, [a]lways write in this run: ",
    "[y]es, [n]o, [a]lways bash in this run: ",
  ]);
});

test("each new skill is a separate question, which only a plain yes answers", async () => {
  const io = createTestIo({ answers: ["a", "always", "y", "n"] });
  const { approve } = createRunApprover(io, options);
  const answers: boolean[] = [];
  for (const draft of ["a", "b"]) answers.push((await approve(question("skills_save", draft))).approved);
  expect(answers).toEqual([true, false]);
  expect(io.asked.map((text) => text.split("\n").at(-1))).toEqual(Array(4).fill("[y]es, [n]o: "));
  expect(io.asked[1]).toBe("Answer y or n.\n[y]es, [n]o: ");
});

test("--yes asks no one and is recorded in the log", async () => {
  const io = createTestIo();
  const { approve, unanswered } = createRunApprover(io, { ...options, yes: true });
  expect(await approve(question("bash", "rm -rf /"))).toEqual({ approved: true, by: "--yes" });
  expect([io.asked, unanswered()]).toEqual([[], []]);
});

test("without a terminal to ask on, the call is refused and remembered", async () => {
  const { approve, unanswered } = createRunApprover(createTestIo(), options);
  await expect(approve(question("bash", "ls"))).rejects.toThrow("there is no terminal to ask on.");
  expect(unanswered()).toEqual(['bash {"command":"ls"}']);
});

test("concurrent calls are asked about one after the other, each after its context is printed", async () => {
  const order: string[] = [];
  const io: Io = {
    ...createTestIo(),
    ask: async (text) => {
      const command = /│ (\w)\n/.exec(text)?.[1] ?? "";
      order.push(`ask ${command}`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`answer ${command}`);
      return "y";
    },
  };
  const { approve } = createRunApprover(io, {
    ...options,
    makeRoom: async () => {
      order.push("room");
      return () => order.push("go on");
    },
  });
  await Promise.all([approve(question("bash", "a")), approve(question("bash", "b"))]);
  expect(order).toEqual(["room", "ask a", "answer a", "go on", "room", "ask b", "answer b", "go on"]);
});

test("Ctrl-D is not an answer, and is reported as such", async () => {
  const io = createTestIo();
  const keyboard: Io = { ...io, terminal: { ...io.terminal, piped: false } };
  const { approve, unanswered } = createRunApprover(keyboard, options);
  await expect(approve(question("bash", "ls"))).rejects.toThrow("the question was not answered.");
  expect(unanswered()).toEqual([]);
});

test("a question that fails does not stop the next one", async () => {
  let asked = 0;
  let held = 0;
  const hold: ApproverOptions["makeRoom"] = async () => {
    held += 1;
    return () => {
      held -= 1;
    };
  };
  const io: Io = {
    ...createTestIo(),
    ask: async () => {
      asked += 1;
      if (asked === 1) throw new TypeError("broken keyboard");
      return "y";
    },
  };
  const { approve } = createRunApprover(io, { ...options, makeRoom: hold });
  await expect(approve(question("bash", "a"))).rejects.toThrow("broken keyboard");
  expect(await approve(question("bash", "b"))).toMatchObject({ approved: true });
  expect(held).toBe(0);
});

test("a run that is being stopped approves nothing more, whatever is typed", async () => {
  const stopping = new AbortController();
  const io: Io = {
    ...createTestIo(),
    ask: async (_, asking) => {
      stopping.abort();
      return asking?.aborted ? "y" : "n";
    },
  };
  const { approve, unanswered } = createRunApprover(io, { ...options, signal: stopping.signal });
  await expect(approve(question("bash", "a"))).rejects.toThrow("the run is stopping.");
  expect(unanswered()).toEqual([]);
});
