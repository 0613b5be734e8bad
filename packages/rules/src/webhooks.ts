/** `*` for every event, `USER_*` for those that begin so, or one audit action. */
export const eventPatternForm = /^(?:\*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*(?:_\*)?)$/

/** Whether a webhook that chose these patterns is told of an action. */
export const isChosen = (patterns: readonly string[], action: string): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('*') ? action.startsWith(pattern.slice(0, -1)) : pattern === action,
  )

/** The group that an action belongs to by its first word: `USER_*` for `USER_CREATED`. */
export const groupOf = (action: string): string => `${action.split('_')[0] ?? action}_*`
