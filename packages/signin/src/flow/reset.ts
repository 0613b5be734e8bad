import type { PasswordFindings, PasswordResetState } from '@signet/contract/access/password-reset'
import type { z } from 'zod'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { CallFailure } from '../calls/failures.ts'
import {
  type Challenge,
  createAttemptNames,
  type Delivery,
  deliveryFields,
  type FactorAnswer,
  type PushStatus,
  pageLocale,
} from './answers.ts'
import type { Method } from './machine.ts'

export type ResetState = z.output<typeof PasswordResetState>
type Findings = z.output<typeof PasswordFindings>

/** The calls of one password reset. Each answer's token replaces the one before. */
interface Reset {
  readonly query: (userId: string) => Promise<ResetState>
  readonly challenge: (method: Method, delivery: Delivery | null) => Promise<Challenge>
  readonly prove: (method: Method, answer: FactorAnswer) => Promise<ResetState>
  readonly awaitPush: () => Promise<PushStatus>
  readonly validate: (newPassword: string, signal: AbortSignal) => Promise<Findings>
  readonly complete: (newPassword: string) => Promise<void>
}

export const openReset = (): Reset => {
  let token: string | null = null
  const attempts = createAttemptNames()
  const held = (): string => {
    if (token === null) throw new CallFailure(400, '{"errorCode":"no_transaction"}')
    return token
  }
  const keep = <A extends { readonly authToken: string | null }>(answer: A): A => {
    token = answer.authToken ?? token
    return answer
  }
  return {
    async query(userId) {
      return keep(await call(doors.queryReset, { body: { userId, locale: pageLocale() } }))
    },
    async challenge(authenticator, delivery) {
      const place = { ...deliveryFields(delivery), authToken: held(), locale: pageLocale() }
      return keep(await call(doors.challengeReset, { body: { ...place, authenticator } }))
    },
    async prove(authenticator, answer) {
      const sequenceNonce = attempts.nameOf(authenticator, answer)
      const body = { ...answer, authenticator, authToken: held(), sequenceNonce }
      return keep(await attempts.settle(call(doors.authenticateReset, { body, isAttempt: true })))
    },
    async awaitPush() {
      return (await call(doors.awaitPush, { body: { authToken: held() } })).status
    },
    validate: (newPassword, signal) =>
      call(doors.validateReset, { body: { authToken: held(), newPassword }, signal }),
    async complete(newPassword) {
      await call(doors.completeReset, { body: { authToken: held(), newPassword } })
    },
  }
}
