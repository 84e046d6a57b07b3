import { createTree, type TreeEntry } from "../tree/file-tree.ts";
import { type Publication, type PublicationOptions, readPublication } from "./publication.ts";

/** A skill with a script and a reference, or with the entries that are given instead. */
export function testPublication(
  name: string,
  extra?: readonly TreeEntry[],
  options: PublicationOptions = {},
): Publication {
  const text = `---\nname: ${name}\ndescription: Does ${name}.\nlicense: MIT\nallowed-tools: Read Bash(git:*)\nmetadata:\n  version: 1.2.3\n---\n\nDo it.\n`;
  const rest = extra ?? [
    { path: "references/more.md", bytes: Buffer.from("More.\n"), executable: false },
    { path: "scripts/run.sh", bytes: Buffer.from("#!/bin/sh\necho\n"), executable: true },
  ];
  const skill = { path: "SKILL.md", bytes: Buffer.from(text), executable: false };
  return readPublication(createTree([skill, ...rest], name), name, options);
}
