import { SkillError } from "@skillwright/core";
import { createMemorySink } from "@skillwright/core/audit";
import { expect, test } from "vitest";
import { allowedCall, describeAuditSink } from "../../../core/src/audit/contract.ts";
import { combineSinks } from "./combine-sinks.ts";

describeAuditSink("two in memory", () => {
  const [first, second] = [createMemorySink(), createMemorySink()];
  return { sink: combineSinks([first, second]), kept: () => second.events };
});

test("an event that one sink rejects counts as unwritten, though the others have it", async () => {
  const failure = new SkillError("audit-unavailable", { path: "hub", reason: "it is away" });
  const broken = { ...createMemorySink(), append: () => Promise.reject(failure) };
  const sound = createMemorySink();
  await expect(combineSinks([broken, sound]).append(allowedCall("1"))).rejects.toBe(failure);
  expect(sound.events).toEqual([allowedCall("1")]);
});

test("all sinks are flushed and closed, even if one fails", async () => {
  const done: string[] = [];
  const recording = (name: string): ReturnType<typeof createMemorySink> => ({
    ...createMemorySink(),
    flush: async () => {
      done.push(`${name} flushed`);
    },
    close: async () => {
      done.push(`${name} closed`);
      if (name === "a") throw new Error("no");
    },
  });
  const sink = combineSinks([recording("a"), recording("b")]);
  await sink.flush();
  await expect(sink.close()).rejects.toThrow("no");
  expect(done).toEqual(["a flushed", "b flushed", "a closed", "b closed"]);
});
