import { type InnerCommands, readInnerLine } from "./inner-commands.ts";
import type { ShellAssignment } from "./shell-command.ts";

/** The commands that programs run because of a variable, as `GIT_PAGER=cat` makes git run `cat`. */
export function commandsInVariable({ name, value }: ShellAssignment): InnerCommands {
  if (changesPrograms.test(name)) return "unknown";
  if (holdsProgram.test(name)) {
    if (value.text === undefined) return "unknown";
    return value.text === "" ? [] : readInnerLine(value.text);
  }
  if (holdsOptions.test(name))
    return value.text !== undefined && plainOptions.test(value.text) ? [] : "unknown";
  // Interactive shells read the file it names; a plain word is the name of a deployment stage.
  if (name === "ENV") return value.text !== undefined && /^\w*$/.test(value.text) ? [] : "unknown";
  return [];
}

/** Where programs are found, what is loaded into them, what shells run first, and git's settings. */
const changesPrograms =
  /^(?:PATH|LD_.*|DYLD_.*|BASH_ENV|BASH_FUNC.*|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|PS[04]|LESS.*|GIT_CONFIG.*|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|MAKEFILES|TAR_OPTIONS|npm_config_.*)$/i;

const holdsProgram =
  /^(?:SHELL|CC|CXX|GIT_SSH|GIT_EXTERNAL_DIFF|.*(?:EDITOR|VISUAL|PAGER|BROWSER|COMMAND|ASKPASS|WRAPPER|RUNNER|_RSH))$/i;

const holdsOptions = /(?:OPTS?|OPTIONS|FLAGS)$/i;
/** Letters and numbers, without words that name a program or code. */
const plainOptions =
  /^(?!.*(?:action|command|data:|\/dev\/|eval|exec|linker|OnError|OnOut|plugin|\/proc\/|program|runner|shell|wrapper))[\w\s.=:,+@%/-]*$/is;
