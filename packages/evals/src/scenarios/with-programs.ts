import type { Sandbox } from "@skillwright/runtime/sandbox";

/** A sandbox whose PATH starts with a folder of programs. */
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
