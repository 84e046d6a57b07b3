import type { Sandbox } from "@skillwright/runtime/sandbox";

/** A sandbox in which the programs of a folder come before all others of the same names. */
export function withPrograms(sandbox: Sandbox, folder: string): Sandbox {
  return {
    ...sandbox,
    run: (request) => {
      const { PATH = "" } = request.environment;
      return sandbox.run({
        ...request,
        environment: { ...request.environment, PATH: `${folder}:${PATH}` },
        readable: [...request.readable, folder],
      });
    },
  };
}
