import { AuthenticationState } from '@signet/contract/access/authentication'
import { PasswordResetState } from '@signet/contract/access/password-reset'
import { Verification } from '@signet/contract/access/verification'
import type { ErrorCode } from '@signet/contract/errors'
import { z } from 'zod'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import type { Attempt } from './attempts.repository.ts'

type RefusalCode = Extract<
  ErrorCode,
  | 'access_denied'
  | 'account_locked'
  | 'invalid_user_response'
  | 'user_locked'
  | 'user_invalid_state'
  | 'registration_expired'
  | 'no_transaction'
  | 'password_reset_not_allowed'
  | 'too_many_sessions'
>

/** What an answer to a challenge got, kept to be given again: a browser may have lost it. */
export type StoredAnswer =
  | {
      readonly kind: 'refused'
      readonly code: RefusalCode
      /** By which they can ask why. */
      readonly decision?: string | undefined
    }
  | {
      readonly kind: 'moved'
      readonly state: z.output<typeof AuthenticationState>
      readonly cookie: { readonly value: string; readonly expiresAt: string } | null
    }
  | { readonly kind: 'verified'; readonly state: z.output<typeof Verification> }
  | {
      readonly kind: 'admitted'
      readonly complete: boolean
      readonly userId: string
      readonly userName: string
    }
  | { readonly kind: 'reset'; readonly state: z.output<typeof PasswordResetState> }

const Stored = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('refused'),
    code: z.enum([
      'access_denied',
      'account_locked',
      'invalid_user_response',
      'user_locked',
      'user_invalid_state',
      'registration_expired',
      'no_transaction',
      'password_reset_not_allowed',
      'too_many_sessions',
    ]),
    decision: z.uuid().optional(),
  }),
  z.object({
    kind: z.literal('moved'),
    state: AuthenticationState,
    cookie: z.object({ value: z.string(), expiresAt: z.string() }).nullable(),
  }),
  z.object({ kind: z.literal('verified'), state: Verification }),
  z.object({
    kind: z.literal('admitted'),
    complete: z.boolean(),
    userId: z.uuid(),
    userName: z.string().default(''),
  }),
  z.object({ kind: z.literal('reset'), state: PasswordResetState }),
])

const placeOf = ({ transactionId, key }: Pick<Attempt, 'transactionId' | 'key'>): string =>
  `sign-in-answer:${transactionId}:${key.toString('hex')}`

type AttemptKey = Pick<Attempt, 'transactionId' | 'key'>

export const sealAnswer = (
  ctx: Context,
  attempt: AttemptKey,
  answer: StoredAnswer,
): Promise<Buffer> =>
  ctx.platform.secrets.seal(ctx.tenant.id, placeOf(attempt), Buffer.from(JSON.stringify(answer)))

export const openAnswer = async (
  ctx: Context,
  attempt: AttemptKey,
  sealed: Buffer,
): Promise<StoredAnswer> => {
  const text = await ctx.platform.secrets.open(ctx.tenant.id, placeOf(attempt), sealed)
  return Stored.parse(JSON.parse(text.toString('utf8')))
}

export const refused = (code: RefusalCode, decision?: string): StoredAnswer => ({
  kind: 'refused',
  code,
  decision,
})

/** A refusal with the decision by which whoever reads it can ask why. */
export const refusalError = (code: RefusalCode, decision: string | undefined): ApiError =>
  new ApiError(code, decision === undefined ? {} : { parameters: { decision } })

/** @throws the error that the answer stands for */
export const unlessRefused = (
  answer: StoredAnswer,
): Exclude<StoredAnswer, { readonly kind: 'refused' }> => {
  if (answer.kind === 'refused') throw refusalError(answer.code, answer.decision)
  return answer
}
