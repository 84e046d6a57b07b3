import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createNodeFileSystem } from "@skillwright/core/node";
import { digestTree, readFolder, verifySignature } from "@skillwright/packaging";
import { afterAll, describe, expect, test } from "vitest";
import { outputSchemas } from "../../schemas.ts";
import { createTestMachine, removeTestMachines, skillFile, type TestMachine } from "../../test-io.ts";

afterAll(removeTestMachines);

const fileOf = (machine: TestMachine, name: string) => `${machine.folder}/data/keys/${name}`;

/** Runs the command and fails if anything of a private key is printed. */
async function keys(
  machine: TestMachine,
  line: string,
  options: { input?: string; answers?: string[] } = {},
) {
  const result = await machine.run(["keys", ...line.split(" ").filter((word) => word !== "")], options);
  expect(result.out + result.err + result.asked.join()).not.toContain("PRIVATE");
  for (const name of ["release", "locked"]) {
    const file = fileOf(machine, `${name}.pem`);
    if (existsSync(file))
      expect(result.out + result.err).not.toContain(readFileSync(file, "utf8").split("\n")[1]);
  }
  return result;
}

test("a new key is listed by the id that policies take, and only its user can read it", async () => {
  const machine = createTestMachine({});
  expect(await keys(machine, "list")).toMatchObject({ code: 0, out: "You have no keys.\n" });
  const { code, out } = await keys(machine, "new release");
  expect(code).toBe(0);
  expect(out).toMatch(/^release {2}key:[\w-]{43}\n$/);
  expect((await keys(machine, "list")).out).toBe(out);
  expect((await keys(machine, "")).out).toBe(out);
  const file = fileOf(machine, "release.pem");
  expect(readFileSync(file, "utf8")).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  if (process.platform === "win32") return;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(fileOf(machine, "")).mode & 0o777).toBe(0o700);
});

test("the public key is exported in PEM, or as JSON", async () => {
  const machine = createTestMachine({});
  const id = (await keys(machine, "new release")).out.split(/\s+/)[1];
  const { out } = await keys(machine, "export release");
  expect(out).toMatch(/^-----BEGIN PUBLIC KEY-----\n[^-]+-----END PUBLIC KEY-----\n$/);
  const json = JSON.parse((await keys(machine, "export release --json")).out);
  const row = {
    name: "release",
    key: id,
    publicKey: out,
    file: fileOf(machine, "release.pem"),
    encrypted: false,
  };
  expect(json).toEqual({ version: 1, keys: [row] });
  expect(outputSchemas.keys?.safeParse(json).success).toBe(true);
});

test("a key is never replaced", async () => {
  const machine = createTestMachine({});
  await keys(machine, "new release");
  const before = readFileSync(fileOf(machine, "release.pem"));
  expect(await keys(machine, "new release")).toMatchObject({ code: 2 });
  rmSync(fileOf(machine, "release.pub.pem"));
  expect(await keys(machine, "new release")).toMatchObject({ code: 2 });
  expect(readFileSync(fileOf(machine, "release.pem"))).toEqual(before);
});

test.each([
  ["new", "NAME"],
  ["new ../evil", "NAME must be"],
  ["new Release", "NAME must be"],
  ["new nul", "NAME must be"],
  ["new -- -a", "NAME must be"],
  [`new ${"a".repeat(65)}`, "NAME must be"],
  ["new a b", "too many"],
  ["list a", "too many"],
  ["export", "NAME"],
  ["export ../../repo/x", "NAME must be"],
  ["export nothing", "there is no key 'nothing'"],
  ["sign nothing", "there is no key 'nothing'"],
  ["delete a", "expected new, list, export or sign"],
  ["constructor a", "expected new, list, export or sign"],
  ["new a --passphrase", "no terminal"],
])("`keys %s` is wrong usage", async (line, message) => {
  const { code, err } = await keys(createTestMachine({}), line);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

describe("a passphrase", () => {
  test("comes from a prompt or standard input, and encrypts the private key", async () => {
    const machine = createTestMachine({});
    expect((await keys(machine, "new locked --passphrase", { answers: ["open sesame"] })).out).toContain(
      "(passphrase)",
    );
    expect((await keys(machine, "new other --passphrase-stdin", { input: "open sesame\n" })).out).toContain(
      "(passphrase)",
    );
    for (const name of ["locked", "other"])
      expect(readFileSync(fileOf(machine, `${name}.pem`), "utf8")).toMatch(
        /^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/,
      );
  });

  test.each(["", "\n", "a\nb", "a".repeat(1025)])("%j is refused, and no key is written", async (input) => {
    const machine = createTestMachine({});
    expect(await keys(machine, "new locked --passphrase-stdin", { input })).toMatchObject({ code: 2 });
    expect(existsSync(fileOf(machine, "locked.pem"))).toBe(false);
  });

  test("is needed to sign", async () => {
    const machine = createTestMachine({ "repo/pdf/SKILL.md": skillFile("pdf") });
    await keys(machine, "new locked --passphrase-stdin", { input: "open sesame" });
    const sign = (input: string) => keys(machine, "sign locked pdf --passphrase-stdin", { input });
    expect(await sign("open sesame\n")).toMatchObject({ code: 0 });
    expect(await sign("wrong")).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("The key locked cannot be used: the passphrase is wrong."),
    });
    expect(await keys(machine, "sign locked pdf", { answers: ["open sesame"] })).toMatchObject({ code: 0 });
    expect(await keys(machine, "sign locked pdf")).toMatchObject({ code: 2, out: "" });
  });
});

describe("a signature", () => {
  const skill = skillFile("pdf", "metadata: {version: 1.0.0}\n");

  test("is valid for the name, the version and the content of the skill", async () => {
    const machine = createTestMachine({ "repo/pdf/SKILL.md": skill });
    const id = (await keys(machine, "new release")).out.split(/\s+/)[1] ?? "";
    const digest = digestTree(readFolder(createNodeFileSystem(), `${machine.folder}/repo/pdf`).tree);
    const { out } = await keys(machine, "sign release pdf");
    expect(await verifySignature(out, { name: "pdf", version: "1.0.0", digest }, { keys: [id] })).toEqual({
      signer: id,
    });
    const json = JSON.parse((await keys(machine, "sign release pdf --release 2.0.0 --json")).out);
    const { signer, statement, bundle } = json;
    expect(outputSchemas["keys-sign"]?.safeParse(json).success).toBe(true);
    expect({ signer, statement }).toEqual({
      signer: id,
      statement: { name: "pdf", version: "2.0.0", digest },
    });
    expect(await verifySignature(bundle, statement, { keys: [id] })).toEqual({ signer: id });
    await expect(verifySignature(out, statement, { keys: [id] })).rejects.toThrow(
      "another name, version or content",
    );
  });

  test("needs one skill, and a whole key", async () => {
    const machine = createTestMachine({ "repo/a/SKILL.md": skill, "repo/b/SKILL.md": skillFile("b") });
    await keys(machine, "new release");
    expect(await keys(machine, "sign release")).toMatchObject({ code: 2 });
    writeFileSync(fileOf(machine, "release.pem"), "damaged");
    expect(await keys(machine, "sign release a")).toMatchObject({ code: 2, out: "" });
    rmSync(fileOf(machine, "release.pem"));
    expect((await keys(machine, "list")).err).toContain("the file of its private key is missing");
  });
});

test("a misspelled name of a key suggests the key", async () => {
  const machine = createTestMachine({});
  await machine.run(["keys", "new", "work"]);
  const { code, err } = await machine.run(["keys", "export", "wrok"]);
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("Did you mean work?") });
});
