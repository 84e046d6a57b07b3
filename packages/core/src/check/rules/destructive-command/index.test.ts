import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string => `---\nname: tool\ndescription: Does a task.\n---\n${body}\n`;
const inBlock = (code: string, language = "sh"): string => skill(`\`\`\`${language}\n${code}\n\`\`\``);

test.each([
  ["rm -rf /", "destructive critical"],
  ["sudo rm -rf /*", "destructive critical"],
  ["rm -fr ~/", "destructive critical"],
  ['rm -rf "$HOME"', "destructive critical"],
  ["cd /tmp && rm -rf /usr", "destructive critical"],
  ["mkfs.ext4 /dev/sda1", "destructive critical"],
  ["dd if=/dev/zero of=/dev/nvme0n1 bs=1M", "destructive critical"],
  ["chmod -R 777 /", "destructive critical"],
  ["find / -type f -delete", "destructive critical"],
  ["import shutil\nshutil.rmtree('/')", "destructive critical", "python"],
  ["Remove-Item -Recurse -Force C:\\", "destructive critical", "powershell"],
  ['rm -rf "$BUILD"/*', "emptyVariable low"],
])("%s: %s", (code, expected, language = "sh") => {
  const found = findingsOf("destructive-command", inBlock(code, language));
  expect(found.map(({ message, level }) => `${message} ${level}`)).toContain(expected);
});

test.each([
  [`rm -rf "\${BUILD:?}"/*`],
  ["rm -rf ./build node_modules"],
  ['rm -rf "$BUILD/dist"'],
  ['BUILD=build\nrm -rf "$BUILD"/*'],
  ["dd if=image.iso of=/dev/sdX bs=4M"],
  ["rm -f /etc/x.conf"],
  ["rm -rf ~/.cache/tool"],
  ["sudo chown -R me:me ~ /opt"],
  ["git reset --hard && git clean -fdx"],
  ['grep -q "rm -rf /" "$1"'],
])("%s is fine", (code, language = "sh") => {
  expect(findingsOf("destructive-command", inBlock(code, language))).toEqual([]);
});

test("a warning is fine", () => {
  expect(findingsOf("destructive-command", skill("Never run `rm -rf /`."))).toEqual([]);
});
