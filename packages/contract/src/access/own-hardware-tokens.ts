import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { SerialAssignment, TokenReceipt } from '../authenticators/hardware-tokens.ts'
import { Token, TokenUnlock, UnlockedToken } from '../authenticators/tokens.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Uuid } from '../kit/schemas.ts'

const path = '/api/web/v1/self/tokens'
const change = {
  actor: 'user',
  limit: 'authenticate',
  method: 'PUT',
  tab: 'AUTHENTICATORS',
} as const
const params = z.object({ tokenid: Uuid })
const Shown = z.string().min(6).max(24, abort)

export const assignOwnToken = endpoint({
  ...change,
  whileDue: true,
  path: `${path}/assign`,
  body: SerialAssignment.extend({ response: Shown }).meta({ id: 'OwnTokenAssignment' }),
  answer: Token,
  errors: [
    'invalid_user_response',
    'invalid_user_response_locked',
    'authenticator_not_provisioned',
    'token_limit_reached',
    'token_not_for_user',
    'step_up_required',
  ],
  audit: 'TOKEN_ASSIGNED',
  summary: 'Take over a token of the inventory that one holds',
  description:
    'By its serial number and a code of it. A number that there is not, a token of somebody else and a wrong code are answered alike, and counted.',
})

export const confirmOwnToken = endpoint({
  ...change,
  whileDue: true,
  path: `${path}/:tokenid/assigned`,
  params,
  body: TokenReceipt.extend({ response: Shown }).meta({ id: 'OwnTokenReceipt' }),
  answer: Token,
  errors: [
    'not_found',
    'token_invalid_state',
    'invalid_user_response',
    'invalid_user_response_locked',
  ],
  audit: 'TOKEN_ACTIVATED',
  summary: 'Show a code of a token that one was sent: it works from then on',
})

export const unlockOwnToken = endpoint({
  ...change,
  path: `${path}/:tokenid/unlock`,
  params,
  body: TokenUnlock.optional(),
  answer: UnlockedToken,
  errors: ['not_found', 'step_up_required'],
  audit: 'TOKEN_UNLOCKED',
  versioned: true,
  summary: 'Forget the wrong codes that locked the own tokens',
  description: 'With the number that a locked token shows, also says what is typed into it.',
})
