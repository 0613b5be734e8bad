/**
 * The last argument of every length in a schema: what is too long ends the check, so that no
 * expression, comparison or change after it ever sees more than the length allows.
 */
export const abort = { abort: true } as const
