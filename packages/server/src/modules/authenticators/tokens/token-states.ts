export type TokenState = 'NEW' | 'ACTIVATING' | 'ACTIVE' | 'INACTIVE'
export type TokenEvent = 'START_ACTIVATION' | 'COMPLETE_ACTIVATION' | 'ACTIVATE' | 'DEACTIVATE'

/**
 * What may happen to a token. Activation may begin anew while it runs (a lost QR code) but not for a
 * token that is in use: its secret is shown once in its life.
 */
const transitions: Readonly<Record<TokenState, Partial<Record<TokenEvent, TokenState>>>> = {
  NEW: { START_ACTIVATION: 'ACTIVATING' },
  ACTIVATING: { START_ACTIVATION: 'ACTIVATING', COMPLETE_ACTIVATION: 'ACTIVE' },
  ACTIVE: { ACTIVATE: 'ACTIVE', DEACTIVATE: 'INACTIVE' },
  INACTIVE: { ACTIVATE: 'ACTIVE', DEACTIVATE: 'INACTIVE' },
}

/** The state after an event; null when the event cannot happen. */
export const stateAfter = (state: TokenState, event: TokenEvent): TokenState | null =>
  transitions[state][event] ?? null
