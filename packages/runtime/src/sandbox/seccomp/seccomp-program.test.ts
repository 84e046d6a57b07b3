import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seccompProgram } from "./seccomp-program.ts";
import { deniedCalls, type JudgedCall, judgedCalls } from "./syscall-numbers.ts";
import { runFilter } from "./test-filter.ts";

const machines = [
  { arch: "x64", auditArch: 0xc000003e, column: 0 },
  { arch: "arm64", auditArch: 0xc00000b7, column: 1 },
] as const;

const anyArguments = fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 6, maxLength: 6 });
/** The upper bits that the kernel drops from a 32-bit argument. */
const upperHalf = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((bits) => bits << 32n);

for (const { arch, auditArch, column } of machines) {
  const program = programOf(arch);
  const denied = Object.values(deniedCalls).flatMap((numbers) => numbers[column] ?? []);
  const judge = (call: number, args: readonly bigint[] = []): string =>
    runFilter(program, { arch: auditArch, call, args });
  const named = (name: JudgedCall): number => judgedCalls[name][column] ?? Number.NaN;

  describe(`on ${arch}`, () => {
    test("every listed call is refused, whatever its arguments", () => {
      fc.assert(
        fc.property(fc.constantFrom(...denied), anyArguments, (call, args) => {
          expect(judge(call, args)).toBe("EPERM");
        }),
        { numRuns: 2000 },
      );
      expect(denied.map((call) => judge(call)).filter((answer) => answer !== "EPERM")).toEqual([]);
    });

    test("every other call is allowed, whatever its arguments", () => {
      const special = new Set([
        ...denied,
        ...Object.values(judgedCalls).map((numbers) => numbers[column] ?? -1),
      ]);
      const others = Array.from({ length: 600 }, (_, call) => call).filter((call) => !special.has(call));
      expect(others.filter((call) => judge(call) !== "allow")).toEqual([]);
      fc.assert(
        fc.property(fc.constantFrom(...others), anyArguments, (call, args) => {
          expect(judge(call, args)).toBe("allow");
        }),
      );
    });

    test("a call in another convention kills the program, whatever its number", () => {
      fc.assert(
        fc.property(fc.nat(0xffffffff), fc.nat(0xffffffff), (other, call) => {
          fc.pre(other !== auditArch);
          expect(runFilter(program, { arch: other, call })).toBe("kill");
        }),
      );
      const i386 = 0x40000003;
      expect(runFilter(program, { arch: i386, call: 1 })).toBe("kill");
    });

    test("processes and threads can be started, namespaces cannot, and clone3 is missing", () => {
      const thread = 0x3d0f00n;
      const fork = 0x1200011n;
      expect([thread, fork].map((flags) => judge(named("clone"), [flags]))).toEqual(["allow", "allow"]);
      const namespaces = [
        0x20000n,
        0x2000000n,
        0x4000000n,
        0x8000000n,
        0x10000000n,
        0x20000000n,
        0x40000000n,
      ];
      fc.assert(
        fc.property(fc.constantFrom(...namespaces), fc.nat(0xffff), upperHalf, (flag, more, upper) => {
          expect(judge(named("clone"), [flag | BigInt(more) | upper])).toBe("EPERM");
        }),
      );
      fc.assert(fc.property(anyArguments, (args) => judge(named("clone3"), args) === "ENOSYS"));
      fc.assert(fc.property(anyArguments, (args) => judge(named("openat2"), args) === "ENOSYS"));
    });

    test("memory that belongs to no process cannot be allocated", () => {
      for (const call of ["memfd_create", "memfd_secret", "shmget", "semget", "msgget"] as const)
        fc.assert(fc.property(anyArguments, (args) => judge(named(call), args) === "ENOSYS"));
    });

    test("nothing can be typed into a terminal, not even with bits that the kernel drops (CVE-2019-10063)", () => {
      fc.assert(
        fc.property(fc.constantFrom(0x5412n, 0x541cn), upperHalf, anyArguments, (command, upper, args) => {
          expect(judge(named("ioctl"), [args[0] ?? 0n, command | upper])).toBe("EPERM");
        }),
      );
      const windowSize = 0x5413n;
      expect(judge(named("ioctl"), [0x5412n, windowSize, 0x5412n])).toBe("allow");
    });

    test("a program may query its personality but not weaken it", () => {
      const harmless = [0xffffffffn, 0n, 8n, 0x20000n, 0x20008n];
      expect(harmless.filter((value) => judge(named("personality"), [value]) !== "allow")).toEqual([]);
      const withoutRandomAddresses = 0x40000n;
      const readableIsExecutable = 0x400000n;
      for (const value of [withoutRandomAddresses, readableIsExecutable])
        expect(judge(named("personality"), [value])).toBe("EPERM");
    });

    test("no call can set a set-user-id mode", () => {
      const [create, temporary, read] = [0x41n, 0x400002n, 0n];
      const ways: readonly (readonly [JudgedCall, (mode: bigint) => readonly bigint[]])[] = [
        ["chmod", (mode) => [1n, mode]],
        ["fchmod", (mode) => [1n, mode]],
        ["creat", (mode) => [1n, mode]],
        ["mknod", (mode) => [1n, mode]],
        ["fchmodat", (mode) => [1n, 1n, mode]],
        ["fchmodat2", (mode) => [1n, 1n, mode]],
        ["mknodat", (mode) => [1n, 1n, mode]],
        ["open", (mode) => [1n, create, mode]],
        ["open", (mode) => [1n, temporary, mode]],
        ["openat", (mode) => [1n, 1n, create, mode]],
        ["openat", (mode) => [1n, 1n, temporary, mode]],
      ];
      const there = ways.filter(([name]) => judgedCalls[name][column] !== undefined);
      fc.assert(
        fc.property(fc.constantFrom(...there), fc.nat(0o777), upperHalf, ([name, argsOf], mode, upper) => {
          for (const raised of [0o4000n, 0o2000n, 0o6000n])
            expect(judge(named(name), argsOf(BigInt(mode) | raised | upper))).toBe("EPERM");
          expect(judge(named(name), argsOf(BigInt(mode) | 0o1000n | upper))).toBe("allow");
        }),
      );
      expect(judge(named("openat"), [1n, 1n, read, 0o6755n])).toBe("allow");
    });

    test("internet sockets and the interface list, and no others", () => {
      const allowed = Array.from({ length: 60 }, (_, family) => family).filter(
        (family) => judge(named("socket"), [BigInt(family), 1n, 0n]) === "allow",
      );
      expect(allowed).toEqual([2, 10, 16]);
      const audit = 9n;
      expect(judge(named("socket"), [16n, 3n, audit])).toBe("EPERM");
    });

    test("no unix sockets, even with bits that the kernel drops", () => {
      fc.assert(
        fc.property(upperHalf, anyArguments, (upper, [, type = 0n, protocol = 0n]) => {
          const args = [1n | upper, type, protocol];
          expect(judge(named("socket"), args)).toBe("EPERM");
        }),
      );
    });

    test("socket pairs that cannot reach other processes", () => {
      const pair = (type: bigint): string => judge(named("socketpair"), [1n, type]);
      const [stream, datagram, raw, sequenced, flags] = [1n, 2n, 3n, 5n, 0x80800n];
      expect([stream, stream | flags, sequenced].map((type) => pair(type))).toEqual([
        "allow",
        "allow",
        "allow",
      ]);
      expect([datagram, datagram | flags, raw].map((type) => pair(type))).toEqual([
        "EPERM",
        "EPERM",
        "EPERM",
      ]);
    });
  });
}

test("x32 calls are missing, although their architecture has the same name", () => {
  const program = programOf("x64");
  fc.assert(
    fc.property(fc.integer({ min: 0x40000000, max: 0xffffffff }), (call) => {
      expect(runFilter(program, { arch: 0xc000003e, call })).toBe("ENOSYS");
    }),
  );
});

test("an unknown architecture has no filter", () => {
  for (const arch of ["ia32", "riscv64", "", "X64"]) expect(seccompProgram(arch)).toBeUndefined();
});

test("filters are small enough for the kernel", () => {
  const lengths = machines.map(({ arch }) => programOf(arch).length / 8);
  expect(Math.max(...lengths)).toBeLessThan(4096);
  expect(lengths.every(Number.isInteger)).toBe(true);
});

describe("numbers match the kernel's headers", () => {
  const headers = [
    { file: "/usr/include/x86_64-linux-gnu/asm/unistd_64.h", column: 0 },
    { file: "/usr/include/asm-generic/unistd.h", column: 1 },
  ] as const;
  /** Younger than the headers of many distributions. */
  const young = new Map([
    ["open_tree_attr", 467],
    ["fchmodat2", 452],
  ]);
  for (const { file, column } of headers) {
    test.skipIf(!existsSync(file))(file, () => {
      const defined = new Map(
        [...readFileSync(file, "utf8").matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)$/gm)].map(
          ([, name, number]) => [name, Number(number)],
        ),
      );
      const wrong = Object.entries({ ...deniedCalls, ...judgedCalls }).filter(
        ([name, numbers]) => !young.has(name) && defined.get(name) !== numbers[column],
      );
      for (const [name, number] of young) expect([number, undefined]).toContain(defined.get(name));
      expect(wrong).toEqual([]);
    });
  }
});

function programOf(arch: string): Uint8Array {
  const program = seccompProgram(arch);
  if (!program) throw new Error(`no filter for ${arch}`);
  return program;
}
