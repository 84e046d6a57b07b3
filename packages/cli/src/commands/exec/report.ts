import { isInside } from "@skillwright/core/path";
import { compact, formatNumber, printable } from "@skillwright/core/text";
import { formatScriptWarning, formatStop, type ScriptRun, type ScriptWarning } from "@skillwright/runtime";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import type { ExecWork } from "./session.ts";

/** Reports the run on standard error, or as JSON on standard output; returns the script's exit code. */
export async function reportRun(run: ScriptRun, work: ExecWork, io: Io): Promise<number> {
  if (work.options.json) await io.out(`${safeJson(toJson(run, work), 2)}\n`);
  const stop = formatStop(run, work.options.grants);
  if (stop !== undefined) await io.err(`skillwright exec: ${stop}.\n`);
  const notes = work.options.json ? [] : notesOf(run, work, io);
  await io.err(notes.map((note) => `note: ${note}\n`).join(""));
  return run.exitCode;
}

function notesOf(run: ScriptRun, work: ExecWork, io: Io): readonly string[] {
  return [
    // The other warnings were printed before the script started.
    ...run.warnings.filter(isKnownAfterwards).map(formatScriptWarning),
    ...(run.exitCode === 0 ? [] : unseenFiles(run, work, io)),
    ...describeOutput(run),
  ];
}

function isKnownAfterwards({ kind }: ScriptWarning): boolean {
  return kind.startsWith("output-") || kind === "sibling-hidden";
}

/** Argument files that exist for the user but not for the script. */
function unseenFiles(run: ScriptRun, { args, entry, options, opened }: ExecWork, io: Io): readonly string[] {
  const { fs } = opened;
  const { readable = [], writable = [] } = options.grants;
  const shown = [entry.skill.directory, io.cwd, ...readable, ...writable].map(
    (path) => fs.realPath(path) ?? path,
  );
  return args.flatMap((path) => {
    if (!/^[^-][^\0]*$/s.test(path)) return [];
    const real = fs.realPath(absolutePath(path, io.cwd, io.place.home));
    if (real === undefined) return [];
    const name = printable(path);
    if (!path.startsWith("/") && fs.stat(`${entry.skill.directory}/${path}`) === undefined)
      return [`the script runs in its skill's folder, where ${name} does not exist; use "$PWD/${name}".`];
    if (run.sandbox === "none" || shown.some((folder) => isInside(folder, real))) return [];
    return [`the sandbox hides ${name} from the script; allow it with --read ${printable(real)}.`];
  });
}

/** Output files listed individually. */
const namedFiles = 10;

function describeOutput({ output: { folder, files } }: ScriptRun): readonly string[] {
  if (folder === undefined) return [];
  const more = files.length - namedFiles;
  return [
    ...files
      .slice(0, namedFiles)
      .map(({ path, bytes }) => `wrote ${printable(`${folder}/${path}`)} (${formatNumber(bytes)} bytes)`),
    ...(more > 0 ? [`and ${formatNumber(more)} more files in ${printable(folder)}`] : []),
  ];
}

function toJson(run: ScriptRun, { entry }: ExecWork): object {
  const {
    script,
    command,
    sandbox,
    status,
    exceeded,
    exitCode,
    stdout,
    stderr,
    truncated,
    durationMs,
    output,
  } = run;
  return {
    version: 1,
    skill: entry.skill.id,
    digest: entry.digest,
    script,
    command,
    sandbox,
    status,
    ...compact({ exceeded }),
    exitCode,
    stdout,
    stderr,
    truncated,
    durationMs,
    output: {
      folder: output.folder ?? null,
      files: output.files.map(({ path, bytes }) => ({ path, bytes })),
    },
    warnings: run.warnings.map(formatScriptWarning),
  };
}
