import { compileGlob, expandBraces } from "@skillwright/core/text";
import { toPlainPath } from "../testing/text-faults.ts";
import type { AssertionVerdict } from "./assertion.ts";
import { listSome, quote } from "./evidence.ts";
import type { Trial, TrialFiles } from "./trial.ts";

type Change = "created" | "modified";

export function judgeFile(pattern: string, change: Change, { files }: Trial): AssertionVerdict {
  const isWanted = matcherOf(pattern);
  const found = files[change].filter(isWanted);
  if (found.length > 0) return { passed: true, evidence: `Files ${change}: ${listSome(found)}.` };
  const otherwise = otherFates(files, change).find(({ paths }) => paths.some(isWanted));
  const path = otherwise?.paths.find(isWanted);
  if (otherwise && path !== undefined)
    return { passed: false, evidence: `${quote(path)} was not ${change}, but ${otherwise.fate}.` };
  const all = files[change].length === 0 ? "No file was." : `Files that were: ${listSome(files[change])}.`;
  return { passed: false, evidence: `No file like ${quote(pattern)} was ${change}. ${all}` };
}

/** An exact path matches first, because file names may contain wildcard characters. */
function matcherOf(pattern: string): (path: string) => boolean {
  const plain = toPlainPath(pattern);
  const whole = !pattern.endsWith("/");
  const globs = (expandBraces(pattern) ?? [pattern]).map((choice) => compileGlob(choice, { whole }));
  return (path) => path === plain || globs.some((matches) => matches(path));
}

type Fate = { readonly fate: string; readonly paths: readonly string[] };

function otherFates(files: TrialFiles, change: Change): readonly Fate[] {
  return [
    change === "created"
      ? { fate: "existed before and was modified", paths: files.modified }
      : { fate: "was created", paths: files.created },
    { fate: "was deleted", paths: files.deleted },
    { fate: "is unchanged", paths: files.unchanged },
  ];
}
