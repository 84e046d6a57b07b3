import { SkillError } from "@skillwright/core";
import { describe, expect, test } from "vitest";
import { digestTree, type FileTree, type TreeEntry } from "../tree/file-tree.ts";
import type { Release, Source, SourceSpec } from "./source.ts";

/** A source with a way to change what it offers. */
export type SourceUnderTest<Spec extends SourceSpec> = {
  readonly source: Source<Spec>;
  readonly spec: Spec;
  /** Something of the same kind that does not exist. */
  readonly missing: Spec;
  /** Makes these files the newest content, with a version where the source has versions. */
  publish(files: TestFiles, version: string): Promise<void>;
};

/** Text or bytes of a file; `link:` and a path for a link to another file; `run:` and a text for an executable file. */
export type TestFiles = Readonly<Record<string, string | Uint8Array>>;

export type SourceTraits = {
  readonly hasVersions: boolean;
  /** An old release can still be fetched after a new one was published. */
  readonly keepsReleases: boolean;
  readonly keepsLinks: boolean;
  /** A release says when it was published. */
  readonly hasDates: boolean;
};

/** The contract of every source. */
export function describeSource<Spec extends SourceSpec>(
  name: string,
  traits: SourceTraits,
  create: () => Promise<SourceUnderTest<Spec>>,
): void {
  describe(name, () => {
    test("a release is fetched with the bytes that were published", async () => {
      const { source, spec, publish } = await create();
      await publish(sampleFiles, "1.0.0");
      const { tree } = await source.fetch(spec, await source.resolve(spec));
      expect(contentOf(tree)).toEqual(contentOf(treeOf(sampleFiles)));
    });

    if (traits.keepsLinks)
      test("links inside a skill are kept", async () => {
        const { source, spec, publish } = await create();
        const files = { ...sampleFiles, "pdf/references/same.md": "link:pdf/references/forms.md" };
        await publish(files, "1.0.0");
        const { tree } = await source.fetch(spec, await source.resolve(spec));
        expect(contentOf(tree)).toEqual(contentOf(treeOf(files)));
      });

    test("resolving twice gives the same release, and new content another one", async () => {
      const { source, spec, publish } = await create();
      await publish(sampleFiles, "1.0.0");
      const first = await source.resolve(spec);
      expect(await source.resolve(spec)).toEqual(first);
      await publish(otherFiles, "1.1.0");
      const second = await source.resolve(spec);
      expect(second.resolved).not.toBe(first.resolved);
      expect(digestOf(await source.fetch(spec, second))).toBe(digestTree(treeOf(otherFiles)));
    });

    const outcome = traits.keepsReleases ? "stays what it was" : "is refused after the content changed";
    test(`an old release ${outcome}`, async () => {
      const { source, spec, publish } = await create();
      await publish(sampleFiles, "1.0.0");
      const first = await source.resolve(spec);
      await publish(otherFiles, "1.1.0");
      if (traits.keepsReleases)
        expect(digestOf(await source.fetch(spec, first))).toBe(digestTree(treeOf(sampleFiles)));
      else expect(await codeOf(source.fetch(spec, first))).toBe("integrity-mismatch");
    });

    test("versions come newest first", async () => {
      const { source, spec, publish } = await create();
      for (const version of ["1.9.0", "1.10.0", "1.2.0"])
        await publish({ ...sampleFiles, "pdf/version.txt": version }, version);
      const versions = await source.versions(spec);
      expect(versions.map(({ version }) => version)).toEqual(
        traits.hasVersions ? ["1.10.0", "1.9.0", "1.2.0"] : [],
      );
      for (const release of versions) {
        const { tree } = await source.fetch(spec, release);
        expect(contentOf(tree)["pdf/version.txt"]).toBe(release.version);
      }
    });

    test("a release says when it was published", async () => {
      const { source, spec, publish } = await create();
      await publish(sampleFiles, "1.0.0");
      const releases: readonly Release[] = [await source.resolve(spec), ...(await source.versions(spec))];
      for (const { publishedAt } of releases) {
        if (traits.hasDates) expect(publishedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        else expect(publishedAt).toBeUndefined();
      }
    });

    test("what does not exist is unavailable", async () => {
      const { source, missing, publish } = await create();
      await publish(sampleFiles, "1.0.0");
      expect(await codeOf(source.resolve(missing))).toBe("source-unavailable");
    });

    test("calls at the same time do not disturb each other", async () => {
      const { source, spec, publish } = await create();
      await publish(sampleFiles, "1.0.0");
      const release = await source.resolve(spec);
      const all = await Promise.all([1, 2, 3].map(() => source.fetch(spec, release)));
      for (const fetched of all) expect(digestOf(fetched)).toBe(digestTree(treeOf(sampleFiles)));
    });
  });
}

export const sampleFiles: TestFiles = {
  "pdf/SKILL.md":
    "---\nname: pdf\ndescription: Fill in PDF forms.\n---\n\nSee [forms](references/forms.md).\n",
  "pdf/references/forms.md": "# Forms\r\n",
  "pdf/assets/empty.txt": "",
  "pdf/assets/bytes.bin": Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) % 256),
  "pdf/assets/Größe für 人.txt": "ü\n",
  "pdf/scripts/fill.sh": "run:#!/bin/sh\necho filled\n",
  "csv/SKILL.md": "---\nname: csv\ndescription: Read tables.\n---\n",
};

const otherFiles: TestFiles = {
  "pdf/SKILL.md": "---\nname: pdf\ndescription: Fill in PDF forms well.\n---\n",
  "pdf/references/other.md": "# Other\n",
};

/** Test files as a tree. */
export function treeOf(files: TestFiles): FileTree {
  const entries = Object.entries(files).map(([path, value]): TreeEntry => {
    if (typeof value !== "string") return { path, bytes: value, executable: false };
    if (value.startsWith("link:")) return { path, linksTo: value.slice(5) };
    const executable = value.startsWith("run:");
    return { path, bytes: new TextEncoder().encode(executable ? value.slice(4) : value), executable };
  });
  return { entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** A tree in the notation of `TestFiles`, for comparisons; bytes that are not text are hexadecimal. */
export function contentOf({ entries }: FileTree): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.map((entry) => {
      if ("linksTo" in entry) return [entry.path, `link:${entry.linksTo}`];
      const text = Buffer.from(entry.bytes).toString("utf8");
      const content = text.includes("\ufffd") ? Buffer.from(entry.bytes).toString("hex") : text;
      return [entry.path, entry.executable ? `run:${content}` : content];
    }),
  );
}

function digestOf({ tree }: { readonly tree: FileTree }): string {
  return digestTree(tree);
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof SkillError) return error.code;
    throw error;
  }
  return "no error";
}
