/** What keeps somebody out who has proven enough, whatever the rules say of the risk. */
export const refusals = [
  'FLOW',
  'CLASS',
  'ACCOUNT_LOCKED',
  'USER_LOCKED',
  'USER_INVALID_STATE',
  'REGISTRATION_EXPIRED',
] as const
export type Refusal = (typeof refusals)[number]
