/**
 * What a call answers by which administrators could sign in no longer: the one who makes it, or all
 * of them; or by which a statement that is held would hold no longer. It is made all the same when the header `Signet-Accept-Lockout` carries the caller's own
 * user id, percent-encoded; the audit log tells so.
 */
export const lockouts = [
  'administrator_locked_out',
  'no_administrator_left',
  'held_statement_broken',
] as const

/** As OpenAPI tells it. */
export const acceptingLockout = {
  name: 'Signet-Accept-Lockout',
  in: 'header',
  required: false,
  description:
    'The caller’s own user id, percent-encoded: the change is made although it keeps administrators out, or breaks a statement that is held. The audit log tells so.',
  schema: { type: 'string' },
} as const
