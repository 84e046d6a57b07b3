/** A digest of the rules and the scanner, which only the built command has: sources change while they are worked on. */
export const scanVersion: string | undefined = undefined;
