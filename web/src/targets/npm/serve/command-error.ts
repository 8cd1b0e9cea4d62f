/** An error whose message is for the user of the command. */
export class CommandError extends Error {}
