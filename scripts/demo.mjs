import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** `npm start`: checks a draft that has problems, shows the fixes, and says what to try next. */
const root = fileURLToPath(new URL("..", import.meta.url));
const draft = "examples/drafts";

// Findings are what this is about, so exit code 1 of the command is a success here.
const codes = [run("check", draft), run("check", draft, "--fix", "--diff")];
process.exitCode = codes.find((code) => code > 1) ?? 0;
if (process.exitCode === 0)
  console.log(`
Next:
  npx skillwright check ${draft} --fix    apply the safe fixes
  npx skillwright rules name.format              explain a rule
  npx skillwright check PATH                     check your own skills
`);

function run(...words) {
  console.log(`\n$ skillwright ${words.join(" ")}`);
  const { status } = spawnSync(process.execPath, ["packages/cli/bin/skillwright.mjs", ...words], {
    cwd: root,
    stdio: "inherit",
  });
  return status ?? 4;
}
