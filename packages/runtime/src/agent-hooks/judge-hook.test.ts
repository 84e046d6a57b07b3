import { createMemoryFileSystem } from "@skillwright/core/discover";
import { expect, test } from "vitest";
import { startDeadline } from "./judge-hook.ts";
import { agentHooksLimits } from "./limits.ts";

test("a file system works until the deadline, and then fails", () => {
  let elapsed = 1000;
  const deadline = startDeadline({ elapsed: () => elapsed });
  const fs = deadline.around(createMemoryFileSystem({ "/a/b": "text" }));
  const uses = {
    stat: () => fs.stat("/a/b"),
    list: () => fs.list("/a"),
    read: () => fs.read("/a/b", 10),
    realPath: () => fs.realPath("/a/b"),
    write: () => fs.write("/a/c", new Uint8Array()),
    check: () => deadline.check(),
  };
  elapsed += agentHooksLimits.guardedMs;
  for (const use of Object.values(uses)) expect(use).not.toThrow();
  expect(fs.list("/a")).toHaveLength(2);
  elapsed += 1;
  for (const [name, use] of Object.entries(uses))
    expect(use, name).toThrow(expect.objectContaining({ code: "tool-timed-out" }));
});

test("the time a process spent before it judges counts", () => {
  let elapsed = 1000;
  const deadline = startDeadline({ elapsed: () => elapsed }, agentHooksLimits.guardedMs - 10);
  elapsed += 10;
  expect(deadline.check).not.toThrow();
  elapsed += 1;
  expect(deadline.check).toThrow(expect.objectContaining({ code: "tool-timed-out" }));
});
