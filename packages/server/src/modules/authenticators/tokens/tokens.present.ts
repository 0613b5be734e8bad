import type { Token } from '@signet/contract/authenticators/tokens'
import type { z } from 'zod'
import type { StoredToken } from './tokens.repository.ts'

export const presentToken = (
  token: StoredToken,
  lockoutExpiry: Date | null,
): z.input<typeof Token> => ({
  id: token.id,
  serialNumber: token.serial,
  type: token.type,
  algorithmType: 'OATH_TOTP',
  userId: token.user_id,
  label: token.label,
  state: token.state,
  createDate: token.created_at,
  lastUsedDate: token.last_used_at,
  lockoutExpiry,
})
