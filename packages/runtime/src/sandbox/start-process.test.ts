import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { withoutInherited } from "./start-process.ts";

const modulePath = new URL("./start-process.ts", import.meta.url).href;
const isLinux = process.platform === "linux";

test("exactly the requested pipes are opened, and descriptors that Node opens itself are left alone", () => {
  const stdio = withoutInherited(5, (given) => given);
  expect(stdio.slice(0, 5)).toEqual(["pipe", "pipe", "pipe", "pipe", "pipe"]);
});

test.skipIf(!isLinux)("only descriptors inherited from our parent are redirected to nowhere", () => {
  const script = `import(process.argv[1]).then(({ withoutInherited }) =>
    withoutInherited(4, (stdio) => console.log(stdio.length, typeof stdio[77], typeof stdio[208], stdio[209], stdio[78], stdio[3])))`;
  const parameters = [
    "-c",
    'exec "$0" -e "$1" "$2" 77</dev/null 208>/dev/null 3>/dev/null 251>&-',
    process.execPath,
  ];
  const output = execFileSync("bash", [...parameters, script, modulePath], { encoding: "utf8" });
  expect(output).toBe("209 number number undefined ignore pipe\n");
});

test.skipIf(!isLinux)("a program can neither write to inherited descriptors nor read from them", () => {
  const program = "echo leak >&77; cat <&78; readlink /proc/self/fd/77 /proc/self/fd/78";
  const script = `import { spawnSync } from "node:child_process"; import { withoutInherited } from ${JSON.stringify(modulePath)};
    const { stdout } = withoutInherited(3, (stdio) => spawnSync("bash", ["-c", process.argv[1]], { stdio }));
    console.log(String(stdout));`;
  const words = ["-c", 'exec "$0" --input-type=module -e "$1" "$2" 77>&2 78</etc/hostname', process.execPath];
  const { stdout, stderr } = spawnSync("bash", [...words, script, program], { encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: "/dev/null\n/dev/null\n\n", stderr: "" });
});
