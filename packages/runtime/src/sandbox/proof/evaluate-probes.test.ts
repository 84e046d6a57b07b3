import { describe, expect, test } from "vitest";
import { evaluateProbes, type ProbeReport } from "./evaluate-probes.ts";

const lines = [
  "given=word",
  "tcp-table=read",
  "tcp-tried=bash",
  "unix-tried=perl",
  ...["CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:"].map((set) => `${set}=0000000000000000`),
  "NoNewPrivs:=1",
  "unshare=1",
  "mount=32",
  "finished=yes",
];
const tight: ProbeReport = {
  linux: true,
  output: outputOf(lines),
  truncated: false,
  canary: "canary-1",
  given: "word",
  environment: { PATH: "/usr/bin" },
  home: "/home/ann",
  homeEntries: [".ssh"],
  hostStat: statOf({ name: "node", began: "777" }),
  written: { hidden: false, readable: false, remounted: false, writable: true },
  connections: { tcp: 0, unix: 0 },
};

test("a tight sandbox holds", () => {
  expect(evaluateProbes(tight)).toEqual({
    held: [
      "files-hidden",
      "home-hidden",
      "read-only-held",
      "output-writable",
      "network-off",
      "unix-sockets-off",
      "environment-empty",
      "processes-hidden",
      "no-capabilities",
      "no-new-privileges",
      "kernel-settings-held",
      "no-nested-namespaces",
      "remount-denied",
    ],
    failed: [],
  });
});

describe("leaks and unclear results are named", () => {
  const cases: readonly (readonly [what: string, report: Partial<ProbeReport>, failed: readonly string[]])[] =
    [
      ["the canary came out anywhere", { output: `x canary-1${tight.output}` }, ["files-hidden"]],
      ["what was given cannot be read either", { output: without("given") }, ["files-hidden"]],
      ["an entry of the home", { output: withLines("home=.ssh") }, ["home-hidden"]],
      ["a file where none may be", { written: { ...tight.written, hidden: true } }, ["read-only-held"]],
      [
        "a read-only folder was written to",
        { written: { ...tight.written, readable: true } },
        ["read-only-held"],
      ],
      ["nothing could be written", { written: { ...tight.written, writable: false } }, ["output-writable"]],
      ["a TCP connection arrived", { connections: { tcp: 1, unix: 0 } }, ["network-off"]],
      ["the host's listener is in the list", { output: withLines("tcp-table=listener") }, ["network-off"]],
      ["no attempt to connect", { output: without("tcp-t") }, ["network-off"]],
      ["a unix socket connection arrived", { connections: { tcp: 0, unix: 1 } }, ["unix-sockets-off"]],
      ["no program could try the unix socket", { output: without("unix-tried") }, ["unix-sockets-off"]],
      ["a variable", { output: `${tight.output}API_KEY=1\n` }, ["environment-empty"]],
      ["a variable of another process", { output: `${tight.output}A=1\0B=2\0` }, ["environment-empty"]],
      ["the host's PATH", { output: `${tight.output}PATH=/home/ann/bin\n` }, ["environment-empty"]],
      ["the host's home as a variable", { output: `${tight.output}HOME=/home/ann\n` }, ["environment-empty"]],
      ["no look at the variables", { output: `${lines.join("\n")}\n` }, ["environment-empty"]],
      [
        "a variable after a second heading",
        { output: `${tight.output}\nenvironments:\nAPI_KEY=1\n` },
        ["environment-empty"],
      ],
      ["environments too many to show", { truncated: true }, ["environment-empty"]],
      ["the host's process", { output: withLines(`host-stat=${tight.hostStat}`) }, ["processes-hidden"]],
      [
        "a process that takes signals, and nothing else known of it",
        { output: withLines("host-signal=taken") },
        ["processes-hidden"],
      ],
      [
        "one capability",
        { output: tight.output.replace("CapPrm:=0000000000000000", "CapPrm:=0000000000000400") },
        ["no-capabilities"],
      ],
      ["no word of capabilities", { output: without("CapEff") }, ["no-capabilities"]],
      [
        "privileges may grow",
        { output: tight.output.replace("NoNewPrivs:=1", "NoNewPrivs:=0") },
        ["no-new-privileges"],
      ],
      [
        "a nested namespace",
        { output: tight.output.replace("unshare=1", "unshare=0") },
        ["no-nested-namespaces"],
      ],
      [
        "nothing to nest with",
        { output: tight.output.replace("unshare=1", "unshare=127") },
        ["no-nested-namespaces"],
      ],
      [
        "a mount that went through",
        { output: tight.output.replace("mount=32", "mount=0") },
        ["remount-denied"],
      ],
      ["a write after it", { written: { ...tight.written, remounted: true } }, ["remount-denied"]],
    ];
  test.each(cases)("%s", (_, report, failed) => {
    expect(evaluateProbes({ ...tight, ...report }).failed).toEqual(failed);
  });
});

test("a report without an end proves nothing", () => {
  const all = evaluateProbes(tight).held;
  expect(evaluateProbes({ ...tight, output: without("finished") })).toEqual({ held: [], failed: all });
  expect(evaluateProbes({ ...tight, output: "" }).held).toEqual([]);
});

test("another process with the host's number is not the host", () => {
  const other = statOf({ name: "a) R 1 b", began: "778" });
  const output = withLines(`host-stat=${other}`, "host-signal=taken");
  expect(evaluateProbes({ ...tight, output }).failed).toEqual([]);
});

test("variables that shells and backends set are not leaks", () => {
  const own = [
    "PWD=/x",
    "SHLVL=1",
    "_=/usr/bin/env",
    "HOME=/tmp",
    "TMPDIR=/tmp",
    "https_proxy=http://localhost:1",
  ];
  expect(evaluateProbes({ ...tight, output: tight.output + own.join("\n") }).failed).toEqual([]);
});

test("checks that do not apply are left out: Linux's own elsewhere, an empty home, mounting without `mount`", () => {
  const { linux: _, ...rest } = tight;
  const elsewhere = evaluateProbes({ ...rest, linux: false, homeEntries: [] });
  expect(elsewhere.held).not.toContain("no-capabilities");
  expect(elsewhere.held).not.toContain("home-hidden");
  expect(elsewhere.failed).toEqual([]);
  const noMount = evaluateProbes({ ...tight, output: tight.output.replace("mount=32", "mount=127") });
  expect([...noMount.held, ...noMount.failed]).not.toContain("remount-denied");
});

function outputOf(reported: readonly string[]): string {
  return `${reported.join("\n")}\nenvironments:\nPATH=/usr/bin\nPWD=/x\nPATH=/usr/bin\0PWD=/x\0`;
}

function without(start: string): string {
  return outputOf(lines.filter((line) => !line.startsWith(start)));
}

function withLines(...more: readonly string[]): string {
  return outputOf([...more, ...lines]);
}

function statOf({ name, began }: { readonly name: string; readonly began: string }): string {
  return `42 (${name}) S ${Array.from({ length: 18 }, (_, index) => index).join(" ")} ${began} 0 0`;
}
