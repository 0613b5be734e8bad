type TokenState = 'NEW' | 'ACTIVATING' | 'ACTIVE' | 'INACTIVE' | 'UNASSIGNED'
export const tokenEvents = [
  'START_ACTIVATION',
  'COMPLETE_ACTIVATION',
  'ACTIVATE',
  'DEACTIVATE',
  'ASSIGN',
  'SEND',
  'RECEIVE',
  'UNASSIGN',
] as const
export type TokenEvent = (typeof tokenEvents)[number]
type Machine = Readonly<Record<TokenState, Partial<Record<TokenEvent, TokenState>>>>

/**
 * What may happen to an app. Activation may begin anew while it runs (a lost QR code) but not for a
 * token that is in use: its secret is shown once in its life.
 */
const apps: Machine = {
  NEW: { START_ACTIVATION: 'ACTIVATING' },
  ACTIVATING: { START_ACTIVATION: 'ACTIVATING', COMPLETE_ACTIVATION: 'ACTIVE' },
  ACTIVE: { ACTIVATE: 'ACTIVE', DEACTIVATE: 'INACTIVE' },
  INACTIVE: { ACTIVATE: 'ACTIVE', DEACTIVATE: 'INACTIVE' },
  UNASSIGNED: {},
}

/**
 * What may happen to hardware: it comes with its secret, which is never shown, and goes from hand to
 * hand. NEW is on its way to its owner.
 */
const hardware: Machine = {
  UNASSIGNED: { ASSIGN: 'ACTIVE', SEND: 'NEW' },
  NEW: { RECEIVE: 'ACTIVE', UNASSIGN: 'UNASSIGNED' },
  ACTIVE: { ACTIVATE: 'ACTIVE', DEACTIVATE: 'INACTIVE', UNASSIGN: 'UNASSIGNED' },
  INACTIVE: { ACTIVATE: 'ACTIVE', DEACTIVATE: 'INACTIVE', UNASSIGN: 'UNASSIGNED' },
  ACTIVATING: {},
}

export interface Stateful {
  readonly type: 'ENTRUST_SOFT_TOKEN' | 'GOOGLE_AUTHENTICATOR' | 'OATH_PHYSICAL_TOKEN'
  readonly state: TokenState
}

export const isHardware = ({ type }: Pick<Stateful, 'type'>): boolean =>
  type === 'OATH_PHYSICAL_TOKEN'

/** The state after an event; null when the event cannot happen. */
export const stateAfter = (token: Stateful, event: TokenEvent): TokenState | null =>
  (isHardware(token) ? hardware : apps)[token.state][event] ?? null
