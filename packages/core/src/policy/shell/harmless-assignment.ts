import { changesPrograms, holdsOptions, holdsProgram } from "./command-reach.ts";
import { list } from "./match-risk-row.ts";
import type { ShellAssignment } from "./shell-command.ts";

/** Whether a variable cannot change which programs run, set for one program or, without one, in the shell. */
export function isHarmlessAssignment({ name, value }: ShellAssignment, isForProgram: boolean): boolean {
  const { text } = value;
  if (display.test(name)) return text !== undefined && /^[\w.@+-]*$/.test(text);
  if (stage.test(name)) return text !== undefined && /^[\w.:,+@ -]*$/.test(text);
  if (numeric.test(name)) return text !== undefined && /^\d*$/.test(text);
  if (unused.test(name)) return /^(?:cat|true|:)?$/.test(text ?? "?");
  // Make expands the values of variables, and the shell fills in these two.
  if (/\$[({]|`/.test(text ?? "") || /^(?:OLD)?PWD$/.test(name)) return false;
  if (changesPrograms.test(name) || holdsProgram.test(name) || holdsOptions.test(name)) return false;
  if (setting.test(name)) return false;
  if (isForProgram && forPrograms.test(name)) return false;
  return !isForProgram || !place.test(name) || (text !== undefined && inWorkspace.test(text));
}

/** Locale, time zone and color: programs look for files of such names. */
const display = /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|CI|NO_COLOR|FORCE_COLOR|CLICOLOR|COLUMNS)$/;
/** Numbers of bash or zsh, which evaluate what is assigned, with the commands in a subscript. */
const numeric = new RegExp(
  [
    "^(?:BASHPID|BAUD|DIRSTACKSIZE|E?[GU]ID|EPOCH\\w+|ERRNO|FUNCNEST|HIST(?:CMD|SIZE)|KEYTIMEOUT|LINENO|LINES|LISTMAX|LOGCHECK",
    "MAILCHECK|MBEGIN|MEND|OPTIND|PERIOD|PPID|S?RANDOM|REPORT(?:MEMORY|TIME)|SAVEHIST|SECONDS|SHLVL|TMOUT|TRY_BLOCK_\\w+",
    "TTYIDLE|ZSH_SUBSHELL)$",
  ].join("|"),
);
/** Pagers and editors that show and change nothing, so that no one is asked. */
const unused = /^(?:GIT_|MAN)?PAGER$|^(?:GIT_(?:SEQUENCE_)?)?EDITOR$|^VISUAL$/;
/** Stages and switches that only look like the settings below. */
const stage =
  /^(?:(?:NODE|RAILS|RACK|APP|FLASK|DJANGO|MIX)_ENV|PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|WARNINGS|IOENCODING|UTF8)|GIT_TERMINAL_PROMPT|GIT_(?:AUTHOR|COMMITTER)_(?:DATE|EMAIL|NAME))$/;

/** Variables of the shell and of common programs. */
const wholeNames = list(
  "aliases argv CC CDPATH commands CPP CXX DISPLAY ENV FPATH functions histchars HOME IFS AR LD LOGNAME LS_COLORS NULLCMD",
  "parameters POSIXLY_CORRECT prompt READNULLCMD SHLVL status TEMP TMP TMPDIR USER VIRTUAL_ENV ZDOTDIR",
);
/** Programs whose variables can name other programs, code to load, or files with settings. */
const beginnings = list(
  "_JAVA ANSIBLE_ AWS_ AZURE_ BASH BUN_ BUNDLE_ CARGO CLOUDSDK_ COMP_ COMPOSE_ CONDA DENO_ DOCKER_ GEM_ GIT_ GNUPG GO GPG_",
  "GRADLE GREP_ HIST JAVA JDK KUBE LESS MAKE MAN MAVEN MYSQL_ NODE NPM PERL PG PIP_ PNPM POETRY_ PROMPT PS PYTHON RUBY RUST",
  "SSH_ SUDO_ TERM TF_ UV_ XDG_ YARN ZSH",
);
/** What such variables are called in other programs. */
const pieces = list(
  "BOOT CERT COMPILER CONFIG EXEC HOOK INDEX_URL INIT INTERPRETER LAUNCHER _LIB LIBRAR LINKER LOADER MODULE PATH PLUGIN PRELOAD",
  "PROGRAM PROXY RCFILE REGISTRY SCRIPT STARTUP",
);
const endings = list("ALIASES ARGS _BIN _CMD _EXE FUNCTIONS IGNORE _RC");
const setting = new RegExp(
  `^(?:${wholeNames.join("|")})$|^(?:${beginnings.join("|")})|${pieces.join("|")}|(?:${endings.join("|")})$`,
  "i",
);

/** Short names that mean something to programs, and often something else in a line: for programs, they are written like this. */
const forPrograms = new RegExp(
  [
    // Programs that makefiles run.
    "^(?:AR|AS|AWK|CO|CTANGLE|CWEAVE|FC|GET|INSTALL|LEX|LINT|M2C|M4|PC|RANLIB|RM|SED|STRIP|TANGLE|WEAVE|YACC)$",
    "^(?:STTY|TAPE|VIM|VIMRUNTIME|ZIP|shell_escape|openout_any)$",
    "^(?:R_|TEX)|CONF|ENGINE|_PROG|TOOLCHAIN|(?:_HOME|MERGE|OUTPUT|RC|_SSH)$",
  ].join("|"),
);

/** Names of variables for a folder or file; one in the workspace is as trusted as that, except hidden ones, where skills are. */
const place = /(?:DIR|DIRECTORY|FOLDER|FILE|ROOT)$/i;
const inWorkspace = /^(?![/~-])(?!.*\.\.)(?!(?:.*\/)?\.\w)[\w./-]*$/;
