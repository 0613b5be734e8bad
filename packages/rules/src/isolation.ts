/** What becomes of a run of the isolation probes. `FAILED`: it ended early, or could prove nothing. */
export const isolationRunStates = ['REQUESTED', 'RUNNING', 'COMPLETED', 'FAILED'] as const
export type IsolationRunState = (typeof isolationRunStates)[number]

/**
 * How calls are probed, by an administrator of the first canary tenant or by a caller without a session.
 * `READ`: reads its own tenant. `PATH_ID`, `BODY_ID`: names rows of the second canary tenant.
 * `ANONYMOUS`, `OTHER_HOST`: calls the host of the second, without a token or with one of the first.
 * `PROTOCOL`: shows clients, sessions and tokens of the second to OpenID Connect and SAML of the first.
 */
export const isolationProbes = [
  'READ',
  'PATH_ID',
  'BODY_ID',
  'ANONYMOUS',
  'OTHER_HOST',
  'PROTOCOL',
] as const
export type IsolationProbe = (typeof isolationProbes)[number]

/** What a probe may find. Each is a fault of the service. */
export const isolationFaults = [
  'CONTENT_SEEN',
  'ID_SEEN',
  'ANSWERS_DIFFER',
  'ROWS_CHANGED',
  'NOT_REFUSED',
] as const
export type IsolationFault = (typeof isolationFaults)[number]

/** Why a call is left out of a probe. `NO_CONTROL`: it does not succeed where it has to, either. */
export const isolationOmissions = [
  'CHANGES',
  'NO_EXAMPLE',
  'NO_ROW',
  'OWN_CREDENTIAL',
  'NO_ANSWER',
  'SERVER_ERROR',
  'NOT_CONFIRMED',
  'NO_CONTROL',
] as const
export type IsolationOmission = (typeof isolationOmissions)[number]

export const isolationHours = { least: 6, usual: 24, most: 168 } as const

/** Below it (RFC 2606: it resolves nowhere) are the hosts of tenants that only test isolation. */
export const canaryDomain = 'canary.invalid'

/** Whether a tenant only tests isolation: none of its users is a person. */
export const isCanary = ({ publicUrl }: { readonly publicUrl: string }): boolean =>
  new URL(publicUrl).hostname.endsWith(`.${canaryDomain}`)
