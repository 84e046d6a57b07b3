import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { hideInternalErrors } from "./create-skill-server.ts";

function told(error: unknown): { readonly message: string; readonly faults: readonly unknown[] } {
  const faults: unknown[] = [];
  try {
    return hideInternalErrors((fault) => void faults.push(fault))(error);
  } catch (shown) {
    return { message: shown instanceof ProtocolError ? shown.message : expect.fail(String(shown)), faults };
  }
}

test("errors meant for a client reach it", () => {
  const error = new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no tool x.");
  expect(told(error)).toEqual({ message: "There is no tool x.", faults: [] });
});

test("an impossible request is explained in plain words", () => {
  const { message, faults } = told(new SkillError("conversations-exhausted", { open: 3 }));
  expect(message).toMatch(/^Skills are active in 3 conversations/);
  expect(faults).toEqual([]);
});

test("an internal error is reported to the host, and the client learns nothing about it", () => {
  const fault = new Error("cannot read /home/ann/.secret");
  expect(told(fault)).toEqual({
    message: "Internal server error.",
    faults: [fault],
  });
});
