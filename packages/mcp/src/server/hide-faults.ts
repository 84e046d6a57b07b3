import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { formatError, SkillError } from "@skillwright/core";

/**
 * What a client is told of a failure: the words made for people, or that something went wrong. The SDK would hand it the
 * message of any error, with whatever that happens to name.
 */
export function hideFaults(onFault: (error: unknown) => void): (error: unknown) => never {
  return (error) => {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof SkillError)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, formatError(error));
    onFault(error);
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      "Something went wrong in the server; it is not your fault.",
    );
  };
}
