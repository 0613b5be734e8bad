import type { Token } from '@signet/contract/authenticators/tokens'
import type { z } from 'zod'
import type { UserAuthenticators } from '../src/features/identity/users/user-authenticators.queries.ts'
import { noQuestions } from './kba.ts'

const at = '2026-01-02T03:04:05.000Z'

/** A hardware token that its owner uses. */
export const buildToken = (
  change: Partial<z.output<typeof Token>> = {},
): z.output<typeof Token> => ({
  id: '018f0000-0000-7000-8000-000000000042',
  serialNumber: '40710007',
  type: 'OATH_PHYSICAL_TOKEN',
  algorithmType: 'OATH_HOTP',
  userId: '018f0000-0000-7000-8000-0000000000bb',
  label: null,
  groups: [],
  state: 'ACTIVE',
  hasPin: false,
  manufacturer: 'Northlock',
  model: 'Button 2',
  createDate: at,
  lastUsedDate: null,
  lockoutExpiry: null,
  clockDrift: null,
  ...change,
})

/** What a list of tokens answers. */
export const pageOfTokens = (
  ...tokens: (z.output<typeof Token> & { userName: string | null })[]
) => ({
  results: tokens,
  paging: {
    limit: 50,
    total: tokens.length,
    estimated: false,
    nextCursor: null,
    prevCursor: null,
  },
})

/** What an administrator reads of a user who has a password and these tokens. */
export const buildFound = (...tokens: UserAuthenticators['tokens']): UserAuthenticators => ({
  password: {
    present: true,
    compromised: false,
    forceUpdate: false,
    expiryTime: null,
    changedAt: null,
    status: 'ACTIVE',
    lockoutExpiry: null,
  },
  tokens,
  fidoTokens: [],
  grids: [],
  recoveryCodes: { remaining: 0, createDate: null },
  tempAccessCode: null,
  kba: noQuestions,
  lockouts: [],
})
