import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { headFileOf, parseRecord, toHeadText } from "@skillwright/core/audit";
import { expect, test } from "vitest";
import { allowedCall, finishedCall } from "../../../core/src/audit/contract.ts";
import { createJsonlSink } from "./jsonl-sink.ts";
import { identifyProcess } from "./lock-file.ts";
import { createPathMaker, headOf, linesOf, verifyBytes, verifyLog } from "./test-log.ts";

const createPath = createPathMaker("audit.jsonl");

/** A log of some calls, closed. */
async function createLog(calls: number): Promise<string> {
  const path = createPath();
  const sink = createJsonlSink({ path });
  for (let call = 0; call < calls; call++)
    await Promise.all([
      sink.append(allowedCall(`${call}`, "git log é")),
      sink.append(finishedCall(`${call}`)),
    ]);
  await sink.close();
  return path;
}

test("T20: every changed byte of a log is noticed", async () => {
  const path = await createLog(2);
  const bytes = readFileSync(path);
  const head = headOf(path);
  expect(verifyBytes(bytes, head).whole).toBe(true);
  for (const [at, byte] of bytes.entries()) {
    for (const mask of [0x01, 0x20, 0x80]) {
      bytes[at] = byte ^ mask;
      if (verifyBytes(bytes, head).whole) expect.fail(`byte ${at} with ${mask}`);
    }
    bytes[at] = byte;
  }
});

test("T20: every removed and every inserted byte is noticed", async () => {
  const path = await createLog(1);
  const bytes = readFileSync(path);
  const head = headOf(path);
  for (const at of bytes.keys()) {
    for (const [added, removed] of [
      ["", 1],
      [" ", 0],
      ["\n", 0],
      ["\r", 0],
    ] as const) {
      const changed = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(added),
        bytes.subarray(at + removed),
      ]);
      if (verifyBytes(changed, head).whole) expect.fail(`byte ${at}, ${JSON.stringify(added)} added`);
    }
  }
});

test("T20: each removed, swapped, repeated or foreign line is detected, with its position", async () => {
  const path = await createLog(4);
  const lines = linesOf(path);
  const other = linesOf(await createLog(4));
  const verdict = (changed: readonly string[]): readonly object[] => {
    writeFileSync(path, changed.map((line) => `${line}\n`).join(""));
    return verifyLog(path).faults;
  };
  for (let at = 0; at < lines.length - 1; at++) {
    const place = { line: at + 1, expected: at + 1 };
    expect(verdict(lines.toSpliced(at, 1))).toEqual([{ kind: "missing", ...place, found: at + 2 }]);
    const [line = "", next = ""] = lines.slice(at, at + 2);
    expect(verdict(lines.toSpliced(at, 2, next, line))).toEqual([
      { kind: "missing", ...place, found: at + 2 },
      { kind: "misplaced", line: at + 2, expected: at + 3, found: at + 1 },
    ]);
    expect(verdict(lines.toSpliced(at, 0, line))).toEqual([
      { kind: "misplaced", line: at + 2, expected: at + 2, found: at + 1 },
    ]);
    expect(verdict(lines.toSpliced(at, 0, "{}"))).not.toEqual([]);
    expect(verdict(lines.toSpliced(at, 1, line.replace("git log", "git lag")))).toEqual(
      line.includes("git log") ? [{ kind: "changed", ...place, found: at + 1 }] : [],
    );
  }
  expect(verdict(lines)).toEqual([]);
  // Another log's lines are sound in themselves; these differ in nothing but what came before them.
  expect(other).toEqual(lines);
});

test("T20: a truncated log is detected by its head, and nothing is written over the gap", async () => {
  const path = await createLog(3);
  const lines = linesOf(path);
  for (let kept = 0; kept < lines.length; kept++) {
    writeFileSync(
      path,
      lines
        .slice(0, kept)
        .map((line) => `${line}\n`)
        .join(""),
    );
    expect(verifyLog(path).faults).toEqual([
      { kind: "tail-missing", line: kept + 1, expected: 6, found: kept },
    ]);
    const sink = createJsonlSink({ path });
    await expect(sink.append(allowedCall("7"))).rejects.toMatchObject({
      code: "audit-unavailable",
      details: {
        path,
        reason: expect.stringContaining(`record 6 was written, but it ends with record ${kept}`),
      },
    });
    await sink.close();
    expect(linesOf(path)).toHaveLength(kept);
  }
  unlinkSync(path);
  const sink = createJsonlSink({ path });
  await expect(sink.append(allowedCall("7"))).rejects.toMatchObject({ code: "audit-unavailable" });
  await sink.close();
});

test("T20: a log cut in its last line is refused when the head knows better", async () => {
  const path = await createLog(1);
  truncateSync(path, readFileSync(path).length - 1);
  expect(verifyLog(path).faults).toEqual([{ kind: "tail-missing", line: 3, expected: 2, found: 1 }]);
  await expect(createJsonlSink({ path }).append(allowedCall("2"))).rejects.toMatchObject({
    code: "audit-unavailable",
  });
});

test("a log with a missing or different head, or a changed end, is not continued", async () => {
  const refusals = [];
  for (const harm of [
    (path: string) => unlinkSync(path.replace(".jsonl", ".head")),
    (path: string) => writeFileSync(path.replace(".jsonl", ".head"), "{}\n"),
    (path: string) =>
      writeFileSync(
        path.replace(".jsonl", ".head"),
        `{"version":1,"sequence":2,"hash":"${"0".repeat(64)}"}\n`,
      ),
    (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace('"done"', '"gone"')),
    (path: string) => writeFileSync(path, "x".repeat(3_000_000)),
  ]) {
    const path = await createLog(1);
    harm(path);
    const before = readFileSync(path);
    const sink = createJsonlSink({ path });
    refusals.push(await sink.append(allowedCall("2")).catch((error: unknown) => error));
    await sink.close();
    expect(readFileSync(path)).toEqual(before);
  }
  const refused = (reason: string): object => ({
    code: "audit-unavailable",
    details: { reason: expect.stringContaining(reason) },
  });
  expect(refusals).toMatchObject([
    refused("its head file is missing"),
    refused("audit.head was changed"),
    refused("its last record does not match its head file"),
    refused("its last line was changed"),
    refused("it ends with something that is not a record"),
  ]);
});

test.each([
  [
    "a link",
    (path: string) => {
      writeFileSync(`${path}.target`, "");
      symlinkSync(`${path}.target`, path);
    },
    "it is a symbolic link",
  ],
  ["a link to nowhere", (path: string) => symlinkSync("elsewhere", path), "it is a symbolic link"],
  ["a folder", (path: string) => mkdirSync(path), "it is a folder"],
  ["a device", undefined, "it is not a regular file"],
])("%s in place of the log is refused and not written to", async (_, put, reason) => {
  const path = put === undefined ? "/dev/null" : createPath();
  put?.(path);
  const sink = createJsonlSink({ path });
  await expect(sink.append(allowedCall("1"))).rejects.toMatchObject({
    code: "audit-unavailable",
    details: { path, reason: expect.stringContaining(reason) },
  });
  await sink.close();
  expect(existsSync(join(path, "..", "elsewhere"))).toBe(false);
});

test("a link in place of the head is not followed", async () => {
  const path = createPath();
  symlinkSync("elsewhere", path.replace(".jsonl", ".head"));
  await expect(createJsonlSink({ path }).append(allowedCall("1"))).rejects.toMatchObject({
    code: "audit-unavailable",
  });
  expect(existsSync(join(path, "..", "elsewhere"))).toBe(false);
});

test("a head that was replaced while the log is open is neither overwritten nor followed", async () => {
  for (const [replace, text] of [
    [(head: string, file: string) => linkSync(file, head), "a file of the user\n"],
    [
      (head: string, file: string) => symlinkSync(file, head),
      toHeadText({ sequence: 1, hash: "0".repeat(64) }),
    ],
  ] as const) {
    const path = createPath();
    const [head, file] = [headFileOf(path), `${path}.other`];
    const sink = createJsonlSink({ path });
    await sink.append(allowedCall("1"));
    await sink.flush();
    await sink.append(allowedCall("2"));
    writeFileSync(file, text);
    unlinkSync(head);
    replace(head, file);
    await expect(sink.close()).rejects.toMatchObject({ code: "audit-unavailable" });
    expect(readFileSync(file, "utf8")).toBe(text);
  }
});

test("a folder that cannot be created is reported", async () => {
  const path = join(createPath(), "audit.jsonl");
  writeFileSync(join(path, ".."), "a file where a folder should be");
  await expect(createJsonlSink({ path }).append(allowedCall("1"))).rejects.toMatchObject({
    code: "audit-unavailable",
    details: { reason: "part of the path is not a folder" },
  });
});

test("the lock of a dead process is taken over by exactly one of many", async () => {
  const path = createPath();
  const [, , start] = identifyProcess().split("|");
  const gone = await deadProcess();
  for (const holder of [
    identifyProcess().replace(/\|\d+\|/, `|${gone}|`),
    identifyProcess().replace(`|${start}`, "|1"),
  ]) {
    symlinkSync(holder, `${path}.lock`);
    // Its own takeover was interrupted as well.
    symlinkSync(holder, `${path}.lock.takeover`);
    const sinks = Array.from({ length: 4 }, () => createJsonlSink({ path }));
    await Promise.all(sinks.map((sink, index) => sink.append(allowedCall(String(index)))));
    await Promise.all(sinks.map((sink) => sink.close()));
    expect(existsSync(`${path}.lock`)).toBe(false);
  }
  expect(verifyLog(path)).toMatchObject({ whole: true, lines: 8 });
});

test("the lock of a live process, or of one that cannot be checked from here, is respected", async () => {
  const path = createPath();
  for (const holder of [identifyProcess(), `other-${hostname()}/|1|1`, "", "nonsense"]) {
    rmSync(`${path}.lock`, { force: true });
    if (holder === "") writeFileSync(`${path}.lock`, "");
    else symlinkSync(holder, `${path}.lock`);
    const sink = createJsonlSink({ path, waitMs: 20 });
    await expect(sink.append(allowedCall("1"))).rejects.toMatchObject({
      code: "audit-unavailable",
      details: { path, reason: expect.stringContaining(`remove ${path}.lock`) },
    });
    expect(existsSync(path)).toBe(false);
    if (holder !== "") expect(readlinkSync(`${path}.lock`)).toBe(holder);
  }
});

test("four processes that find the lock of a dead one do not both win it", async () => {
  const path = createPath();
  const go = `${path}.go`;
  symlinkSync(identifyProcess().replace(/\|\d+\|/, `|${await deadProcess()}|`), `${path}.lock`);
  const children = [0, 1, 2, 3].map((index) => startWriter(path, { events: 20, name: `${index}`, go }));
  await Promise.all(children.map(({ stdout }) => stdout && once(stdout, "data")));
  writeFileSync(go, "");
  await Promise.all(children.map(ended));
  expect(verifyLog(path)).toMatchObject({ whole: true, lines: 80 });
});

test.each([2, 4])(
  "%i processes that append 500 events each at once produce one intact chain",
  async (count) => {
    const path = createPath();
    const children = Array.from({ length: count }, (_, index) =>
      startWriter(path, { events: 500, name: `${index}` }),
    );
    await Promise.all(children.map(ended));
    expect(verifyLog(path)).toMatchObject({ whole: true, lines: 500 * count });
    const calls = linesOf(path).map((line) => String(parseRecord(line)?.call));
    for (let name = 0; name < count; name++) {
      const own = calls.filter((call) => call.startsWith(`${name}-`));
      expect(own).toEqual(Array.from({ length: 500 }, (_, index) => `${name}-${index}`));
    }
  },
);

test("T20: acknowledged records survive a kill at any moment, and the log stays intact", async () => {
  const path = createPath();
  const acknowledged: string[] = [];
  for (let round = 0; round < 6; round++) {
    const child = startWriter(path, { events: 1_000_000, name: `${round}` });
    let told = "";
    child.stdout?.on("data", (bytes: Buffer) => {
      told += bytes;
      // Somewhere between an intent and its outcome, each time elsewhere.
      if (told.length > 40 + round * 997) child.kill("SIGKILL");
    });
    await once(child, "close");
    acknowledged.push(...told.split("\n").slice(0, -1));
    expect(verifyLog(path).whole).toBe(true);
  }
  const calls = new Set(linesOf(path).map((line) => String(parseRecord(line)?.call)));
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((call) => !calls.has(call))).toEqual([]);
});

test("on a full disk an append fails, the partial record is removed, and the log continues once there is room", async () => {
  const path = createPath();
  // The shell's unit is 1,024 bytes; the log may not pass 30 of them, whatever the disk has.
  const child = startWriter(path, { events: 100, name: "full", shell: "trap '' XFSZ; ulimit -f 30; exec" });
  const [said, code] = await Promise.all([textOf(child), once(child, "close")]);
  expect(said).toContain("audit-unavailable");
  expect(said).toContain("no space left on the disk");
  expect(code[0]).toBe(1);
  const before = verifyLog(path);
  expect(before.whole).toBe(true);
  expect(before.lines).toBeGreaterThan(3);
  const sink = createJsonlSink({ path });
  await sink.append(allowedCall("later"));
  await sink.close();
  expect(verifyLog(path)).toMatchObject({ whole: true, lines: before.lines + 1, repairs: 0 });
});

test("no timer keeps a process alive that did not close its log", async () => {
  const path = createPath();
  const child = startWriter(path, { events: 1, name: "open", ending: "" });
  await ended(child);
  expect(verifyLog(path)).toMatchObject({ whole: true, lines: 1 });
});

type WriterOptions = {
  readonly events: number;
  readonly name: string;
  /** Words before the program, for a shell. */
  readonly shell?: string;
  readonly ending?: string;
  /** Creating this file starts them all at the same moment. */
  readonly go?: string;
};

/** A process that appends events and reports each one when it is written. */
function startWriter(
  path: string,
  { events, name, shell, ending = "await sink.close();", go = "" }: WriterOptions,
): ChildProcess {
  const script = `
    import { createJsonlSink } from ${JSON.stringify(new URL("jsonl-sink.ts", import.meta.url).href)};
    import { existsSync } from "node:fs";
    const sink = createJsonlSink({ path: ${JSON.stringify(path)} });
    const go = ${JSON.stringify(go)};
    if (go !== "") process.stdout.write("ready\\n");
    while (go !== "" && !existsSync(go)) await new Promise((resolve) => setTimeout(resolve, 1));
    const append = async (index) => {
      const call = ${JSON.stringify(name)} + "-" + index;
      await sink.append({ ...${JSON.stringify(allowedCall("", "x".repeat(300)))}, call });
      process.stdout.write(call + "\\n");
    };
    try {
      for (let index = 0; index < ${events}; index++) {
        if (index % 10 > 0 || index + 10 > ${events}) { await append(index); continue; }
        await Promise.all(Array.from({ length: 10 }, (_, offset) => append(index + offset)));
        index += 9;
      }
      ${ending}
    } catch (error) {
      console.error(error.message);
      process.exitCode = 1;
    }`;
  const words = ["--conditions=@skillwright/source", "--input-type=module", "-e", script];
  if (shell === undefined) return spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  const line = [process.execPath, ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  return spawn("bash", ["-c", `${shell} ${line}`], { stdio: ["ignore", "ignore", "pipe"] });
}

async function ended(child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  const [said, [code]] = await Promise.all([textOf(child), once(child, "close")]);
  expect([code, said]).toEqual([0, ""]);
}

async function textOf({ stderr }: ChildProcess): Promise<string> {
  let text = "";
  for await (const piece of stderr ?? []) text += piece;
  return text;
}

/** The number of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn("true");
  await once(child, "close");
  return child.pid ?? 0;
}
