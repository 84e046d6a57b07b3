import { expect, test } from "vitest";
import { createTestIo } from "../test-io.ts";
import { createPathNames } from "./open-catalog.ts";

const io = createTestIo({ cwd: "/home/me/code", place: { home: "/home/me" } });

test("below a folder that the user named, paths are shown as the user wrote them, for programs and people", () => {
  const { exact, short } = createPathNames(new Map([["/home/me/code/skills", "./skills"]]), io);
  expect([exact, short].map((nameOf) => nameOf("/home/me/code/skills/pdf"))).toEqual([
    "./skills/pdf",
    "./skills/pdf",
  ]);
  expect(exact("/home/me/code/skills")).toBe("./skills");
});

test("elsewhere programs get absolute paths and people short ones", () => {
  const { exact, short } = createPathNames(new Map(), io);
  expect(exact("/home/me/code/.claude/skills/pdf")).toBe("/home/me/code/.claude/skills/pdf");
  expect(short("/home/me/code/.claude/skills/pdf")).toBe(".claude/skills/pdf");
  expect(short("/home/me/.claude/skills/pdf")).toBe("~/.claude/skills/pdf");
  expect(short("/etc/codex/skills/pdf")).toBe("/etc/codex/skills/pdf");
  expect(short("/home/me/code")).toBe(".");
});

test("a folder that only shares a named one's prefix is a different folder", () => {
  const { exact, short } = createPathNames(new Map([["/srv/skills", "s"]]), io);
  expect(exact("/srv/skills-old/pdf")).toBe("/srv/skills-old/pdf");
  expect(short("/home/me/codex/pdf")).toBe("~/codex/pdf");
});

test("of two nested named folders, the inner one is used for the path", () => {
  const named = new Map([
    ["/srv", "all"],
    ["/srv/skills", "mine"],
  ]);
  expect(createPathNames(named, io).exact("/srv/skills/pdf")).toBe("mine/pdf");
  expect(createPathNames(named, io).exact("/srv/other/pdf")).toBe("all/other/pdf");
});

test("the root of the disk is a folder like any other", () => {
  expect(createPathNames(new Map([["/", "/"]]), io).exact("/pdf")).toBe("/pdf");
  const atRoot = createPathNames(new Map(), createTestIo({ cwd: "/", place: { home: "/" } }));
  expect(atRoot.short("/etc/skills")).toBe("/etc/skills");
});
