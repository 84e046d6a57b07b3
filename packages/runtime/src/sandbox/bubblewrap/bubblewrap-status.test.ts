import { expect, test } from "vitest";
import { readStatus, toProgramEnd } from "./bubblewrap-status.ts";

const begun = '{ "child-pid": 123, "ipc-namespace": 4026532180 }\n';

test("bubblewrap's status is read as far as it was written", () => {
  expect(readStatus("")).toEqual({});
  expect(readStatus(begun)).toEqual({ firstProcess: 123 });
  expect(readStatus(`${begun}{ "exit-code": 7 }\n`)).toEqual({ firstProcess: 123, exitCode: 7 });
});

test("an exit code is the program's own, and one in the shell's signal range means it was killed", () => {
  const end = (exitCode: number) =>
    toProgramEnd({ status: "exited", exitCode }, { status: { firstProcess: 1, exitCode }, stderr: "" });
  expect([0, 7, 128, 255].map(end)).toEqual(
    [0, 7, 128, 255].map((exitCode) => ({ status: "exited", exitCode })),
  );
  expect([137, 143].map(end)).toEqual([137, 143].map((exitCode) => ({ status: "killed", exitCode })));
});

test("a program that never started is an error with bubblewrap's message", () => {
  const judge = (stderr: string) => () =>
    toProgramEnd({ status: "exited", exitCode: 1 }, { status: { firstProcess: 1 }, stderr });
  expect(judge("bwrap: No permissions to create a new namespace\n")).toThrow(
    expect.objectContaining({
      code: "sandbox-missing",
      details: expect.objectContaining({
        reason: "bubblewrap failed (No permissions to create a new namespace)",
      }),
    }),
  );
  expect(judge("bwrap: execvp /bin/sh: Argument list too long\n")).toThrow(
    expect.objectContaining({ code: "program-unusable" }),
  );
  expect(judge("")).toThrow(expect.objectContaining({ code: "sandbox-missing" }));
});

test("a program that we stopped before it began has been stopped, not failed", () => {
  const end = { status: "aborted", exitCode: 143 } as const;
  expect(toProgramEnd(end, { status: {}, stderr: "" })).toEqual(end);
});
