import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { devNull } from "node:os";

type Stdio = ("pipe" | "ignore" | number)[];

/**
 * Starts a program that gets the given number of pipes and no other descriptor. Descriptors that this process
 * inherited would be passed on: Node closes its own, but not those that an editor, a shell or a build server
 * left open. The program sees /dev/null in their place. Without `/proc`, Node closes them by itself.
 */
export function withoutInherited<T>(pipes: number, start: (stdio: Stdio) => T): T {
  const inherited = listDescriptors().filter(
    (descriptor) => descriptor >= pipes && !closesOnStart(descriptor),
  );
  const length = Math.max(pipes, ...inherited.map((descriptor) => descriptor + 1));
  const nowhere = openSync(devNull, "r+");
  try {
    return start(
      Array.from({ length }, (_, descriptor) => {
        if (descriptor < pipes) return "pipe";
        return inherited.includes(descriptor) ? nowhere : "ignore";
      }),
    );
  } finally {
    closeSync(nowhere);
  }
}

function listDescriptors(): readonly number[] {
  try {
    return readdirSync("/proc/self/fd").map(Number);
  } catch {
    // No /proc: not Linux, or hidden.
    return [];
  }
}

/** `O_CLOEXEC` of asm-generic/fcntl.h; the system prints flags in octal. */
const closeOnStart = 0o2000000;

function closesOnStart(descriptor: number): boolean {
  try {
    const [, flags = "0"] =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & closeOnStart) !== 0;
  } catch {
    // Closed since it was listed, such as the descriptor of the listing itself.
    return true;
  }
}
