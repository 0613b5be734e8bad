/**
 * What a call answers by which administrators could sign in no longer: the one who makes it, or all
 * of them. It is made all the same when the header `Signet-Accept-Lockout` carries the caller's own
 * user id, percent-encoded; the audit log tells so.
 */
export const lockouts = ['administrator_locked_out', 'no_administrator_left'] as const

/** As OpenAPI tells it. */
export const acceptingLockout = {
  name: 'Signet-Accept-Lockout',
  in: 'header',
  required: false,
  description:
    'The caller’s own user id, percent-encoded: the change is made although it keeps administrators out. The audit log tells so.',
  schema: { type: 'string' },
} as const
