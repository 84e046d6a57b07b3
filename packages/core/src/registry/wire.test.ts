import { expect, test } from "vitest";
import { hubPaths, hubPublicationSchema, hubSkillSchema } from "./wire.ts";

const digest = `sha256:${"a".repeat(64)}`;
const version = {
  version: "1.2.3",
  digest,
  archive: { digest, size: 1 },
  publishedAt: "2026-01-13T10:30:00Z",
};

test("the document of a skill lists its versions; unknown fields of later hubs are ignored", () => {
  const skill = { name: "pdf", description: "d", versions: [version] };
  expect(hubSkillSchema.parse({ ...skill, later: true })).toEqual(skill);
});

test.each([
  ["a version that is none", { version: "latest" }],
  ["a version that leads elsewhere", { version: "1.2.3/../x" }],
  ["a digest of another kind", { digest: "md5:0" }],
  ["a time that is none", { publishedAt: "yesterday" }],
  ["an archive without a size", { archive: { digest } }],
])("%s is refused", (_, change) => {
  const skill = { name: "pdf", description: "d", versions: [{ ...version, ...change }] };
  expect(hubSkillSchema.safeParse(skill).success).toBe(false);
});

test("who publishes does not say when, or by whom it is signed", () => {
  const { publishedAt: _, ...sent } = version;
  const publication = { ...sent, description: "d" };
  expect(hubPublicationSchema.parse({ ...publication, publishedAt: "x", signer: "me" })).toEqual(publication);
});

test("a name is one part of an address", () => {
  expect(hubPaths.skill("team/pdf")).toBe("api/v1/skills/team%2Fpdf");
  expect(hubPaths.versions("a?b")).toBe("api/v1/skills/a%3Fb/versions");
  expect(hubPaths.blob(digest)).toBe(`api/v1/blobs/${digest}`);
});
