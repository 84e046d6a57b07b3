import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { formatError, SkillError } from "@skillwright/core";

/**
 * Converts a failure to what a client may see: a message made for people, or a generic one. The SDK would send
 * the message of any error, with whatever it contains.
 */
export function hideFaults(onFault: (error: unknown) => void): (error: unknown) => never {
  return (error) => {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof SkillError)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, formatError(error));
    onFault(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, "Internal server error.");
  };
}
