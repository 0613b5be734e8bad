import type { Token } from '@signet/contract/authenticators/tokens'
import type { z } from 'zod'
import type { StoredToken } from './tokens.repository.ts'

/** Of audit events. */
export const subjectOf = ({ id, serial }: Pick<StoredToken, 'id' | 'serial'>) => ({
  entity: 'TOKENS',
  id,
  name: serial,
})

/** How far a clock is off; null for what shows no codes of the time. */
const driftOf = (token: StoredToken): z.input<typeof Token>['clockDrift'] =>
  token.algorithm_type === 'OATH_TOTP'
    ? {
        seconds: Math.round((token.drift_quarters * token.period_seconds) / 4),
        synchronisedAt: token.synchronised_at,
      }
    : null

interface Beside {
  readonly lockoutExpiry: Date | null
  readonly groups?: readonly { readonly id: string; readonly name: string }[] | undefined
}

export const presentToken = (
  token: StoredToken,
  { lockoutExpiry, groups = [] }: Beside,
): z.input<typeof Token> => ({
  id: token.id,
  serialNumber: token.serial,
  type: token.type,
  algorithmType: token.algorithm_type,
  userId: token.user_id,
  label: token.label,
  groups: [...groups],
  state: token.state,
  hasPin: token.pin_hmac !== null || token.sealed_pin !== null,
  manufacturer: token.manufacturer,
  model: token.model,
  createDate: token.created_at,
  lastUsedDate: token.last_used_at,
  lockoutExpiry,
  clockDrift: driftOf(token),
})
