import { changesPrograms, holdsOptions, holdsProgram } from "./command-reach.ts";
import type { ShellAssignment } from "./shell-command.ts";

/** Locale, time zone and color: programs look for files of such names. */
const display = /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|CI|NO_COLOR|FORCE_COLOR|CLICOLOR|COLUMNS)$/;
const plainDisplay = /^[\w.@+-]*$/;

/** Stages and switches that only look like settings below. */
const stage =
  /^(?:(?:NODE|RAILS|RACK|APP|FLASK|DJANGO|MIX|DOTNET|ASPNETCORE)_ENV(?:IRONMENT)?|PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|WARNINGS|IOENCODING|UTF8))$/;
const plainStage = /^[\w.:,-]*$/;

/**
 * Settings that can make a program run another one, load code, read settings from elsewhere, or talk to someone else:
 * by name, since every program has its own.
 */
const setting =
  /^(?:IFS|CDPATH|FPATH|HOME|TMP|TEMP|TMPDIR|TERM\w*|USER|LOGNAME|SHLVL|ZDOTDIR|ENV|CC|CXX|CPP|LD|AR|MAKE\w*|RUST\w*|CARGO\w*|GO[A-Z]+|GIT_.*|NODE.*|NPM.*|YARN.*|PNPM.*|BUN_.*|DENO_.*|PYTHON.*|PIP_.*|UV_.*|POETRY_.*|CONDA.*|VIRTUAL_ENV|PERL.*|RUBY.*|GEM_.*|BUNDLE_.*|JAVA.*|JDK.*|_JAVA.*|MAVEN.*|GRADLE.*|KUBE.*|DOCKER_.*|COMPOSE_.*|AWS_.*|AZURE_.*|GOOGLE_.*|CLOUDSDK_.*|TF_.*|ANSIBLE_.*|SSH_.*|GPG_.*|GNUPG.*|SUDO_.*|BASH.*|ZSH.*|XDG_.*|DISPLAY|LESS.*|MAN.*|LS_COLORS|GREP_.*|PG.*|MYSQL_.*|HIST.*|NULLCMD|READNULLCMD|PS\d|PROMPT.*|status|prompt|argv|\w*aliases|\w*functions|commands|parameters|histchars|COMP_.*|\w+IGNORE|POSIXLY_CORRECT)$|PATH|PROXY|CONFIG|RCFILE|_RC$|HOOK|PLUGIN|PRELOAD|LOADER|MODULE|LIBRAR|_LIB|INIT|STARTUP|BOOT|SCRIPT|PROGRAM|INTERPRETER|COMPILER|LINKER|LAUNCHER|EXEC|_BIN$|_EXE$|_CMD$|CERT|REGISTRY|INDEX_URL|ARGS$/i;

/** Names that hold a folder or file; one in the workspace is as trusted as the workspace. */
const place = /(?:DIR|DIRECTORY|FOLDER|FILE|ROOT)$/i;
const insideWorkspace = /^(?!\/|~|-)(?!.*\.\.)(?!.*:)[\w./-]*$/;

/** Whether a variable cannot change which programs run, set for one program or, without one, in the shell. */
export function isHarmlessAssignment({ name, value }: ShellAssignment, isForProgram: boolean): boolean {
  const { text } = value;
  if (display.test(name)) return text !== undefined && plainDisplay.test(text);
  if (stage.test(name)) return text !== undefined && plainStage.test(text);
  if (changesPrograms.test(name) || holdsProgram.test(name) || holdsOptions.test(name)) return false;
  if (setting.test(name)) return false;
  return !isForProgram || !place.test(name) || (text !== undefined && insideWorkspace.test(text));
}
