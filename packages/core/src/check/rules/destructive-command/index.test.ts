import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string =>
  `---\nname: reset\ndescription: Resets the workspace.\n---\n${body}\n`;
const inBlock = (code: string): string => skill(`\`\`\`sh\n${code}\n\`\`\``);
const messagesOf = (text: string): string[] =>
  findingsOf("destructive-command", text).map((finding) => finding.message);

test.each([
  "rm -rf /",
  "sudo rm -rf /*",
  "rm -rf / --no-preserve-root",
  "rm -r -f ~",
  "rm -fr ~/",
  "rm -rf ~/*",
  'rm -rf "$HOME"',
  `rm -rf \${HOME}/*`,
  "rm --recursive --force $HOME/",
  "cd /tmp && rm -rf /usr",
  "$ rm -rf /etc/",
  'bash -c "rm -rf /"',
  "if true; then rm -rf ~; fi",
  "mkfs.ext4 /dev/sda1",
  "dd if=/dev/zero of=/dev/nvme0n1 bs=1M",
  "chmod -R 777 /",
  "sudo chown -R me:me ~",
  ":(){ :|:& };:",
  "shutil.rmtree('/')",
  "shutil.rmtree(Path.home())",
  'os.system("rm -rf /")',
  "Remove-Item -Recurse -Force C:\\",
  "rd /s /q C:\\",
])("%s is found", (command) => {
  expect(messagesOf(inBlock(command))).toEqual(["destructive"]);
});

test.each(['rm -rf "$BUILD"/*', "rm -rf $BUILD/", `rm -rf "\${BUILD}/"*`, `rm -rf \${BUILD}/*`])(
  "%s is found when the variable is never assigned",
  (command) => {
    expect(findingsOf("destructive-command", inBlock(command))).toMatchObject([
      { message: "emptyVariable", args: { variable: "BUILD" } },
    ]);
    expect(messagesOf(inBlock(`BUILD=./out\n${command}`))).toEqual([]);
    expect(messagesOf(inBlock(`set -euo pipefail\n${command}`))).toEqual([]);
    expect(messagesOf(inBlock(`for BUILD in a b; do\n${command}\ndone`))).toEqual([]);
    expect(messagesOf(inBlock(`: "\${BUILD:?}"\n${command}`))).toEqual([]);
  },
);

test.each([
  "rm -rf ./build node_modules",
  "rm -rf /var/lib/apt/lists/*",
  "rm -rf /tmp/work",
  "rm -rf ~/.cache/pip",
  'rm -rf "$TMP"',
  `rm -rf "\${BUILD:?}"/*`,
  'rm -rf "$BUILD/dist"',
  "rm -f /etc/x.conf",
  "git push --force origin main",
  "git reset --hard && git clean -fdx",
  "dd if=image.iso of=/dev/sdX bs=4M",
  "dd if=/dev/zero of=/dev/null",
  "mkfs.ext4 disk.img",
  "chmod -R 755 ./scripts",
  "docker run --rm -v /:/host alpine",
  "Remove-Item -Recurse -Force .\\build",
])("%s is fine", (command) => {
  expect(messagesOf(inBlock(command))).toEqual([]);
});

test.each([
  ["the line says so", inBlock("rm -rf / # never do this")],
  ["the line before says so", inBlock("# Do not run this:\nrm -rf /")],
  ["the sentence before the block says so", skill("Never run:\n\n```sh\nrm -rf /\n```")],
  ["prose", skill("Never run `rm -rf /`. Nor rm -rf ~.")],
  ["a code span", skill("It would run `rm -rf /`.")],
])("a warning is fine: %s", (_, text) => {
  expect(messagesOf(text)).toEqual([]);
});

test("a script that searches for the command does not run it", () => {
  const files = {
    "reset/SKILL.md": skill(""),
    "reset/scripts/guard.py": 'DENIED = ["rm -rf /", "mkfs.ext4 /dev/sda"]\n',
    "reset/scripts/guard.sh": 'if grep -q "rm -rf /" "$1"; then exit 1; fi\necho "rm -rf ~"\n# rm -rf ~\n',
  };
  expect(findingsOf("destructive-command", files)).toEqual([]);
});

test("scripts and hooks are scanned, and the finding points at the command", () => {
  const files = { "reset/SKILL.md": skill(""), "reset/scripts/run.sh": "#!/bin/sh\ncd x && rm -rf /\n" };
  expect(findingsOf("destructive-command", files)).toMatchObject([
    { file: "reset/scripts/run.sh", range: { start: { line: 2, column: 9 }, end: { line: 2, column: 17 } } },
  ]);
  expect(messagesOf("---\nname: reset\ndescription: x\nhooks:\n  pre: rm -rf ~\n---\n")).toEqual([
    "destructive",
  ]);
});

test("400 KB of hostile characters terminate", () => {
  for (const unit of [
    "rm -r ",
    "rm -rf $a/ ",
    "rm -",
    "dd ",
    ":(){",
    "chmod -R 1 ",
    "mkfs /",
    "Remove-Item ",
    "A=1 rm -rf $A/ ",
  ]) {
    const text = `\`\`\`\n${unit.repeat(400_000 / unit.length)}\n\`\`\``;
    expect(findingsOf("destructive-command", skill(text)).length).toBeLessThanOrEqual(50);
  }
});
