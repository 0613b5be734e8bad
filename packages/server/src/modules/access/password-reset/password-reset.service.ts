import type {
  authenticatePasswordReset,
  challengePasswordReset,
  PasswordResetState,
  queryPasswordReset,
} from '@signet/contract/access/password-reset'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { clearBudgets } from '../../authenticators/attempts/index.ts'
import { forgetDevices } from '../../authenticators/devices/index.ts'
import { sendCode } from '../../authenticators/otps/index.ts'
import {
  hashChosen,
  judge,
  readStatus,
  storePassword,
} from '../../authenticators/passwords/index.ts'
import { settings } from '../../settings/families/index.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { engine, type Situation } from '../sign-in/index.ts'

type State = z.input<typeof PasswordResetState>

const expectEnabled = async (ctx: Context): Promise<void> => {
  if (!(await settings.passwordReset(ctx)).enabled) throw new ApiError('access_denied')
}

type Query = BodyOf<typeof queryPasswordReset>

/** The person by user id, else whom a begun sign-in names. @throws no_transaction */
const personOf = async (ctx: Context, { userId: typed, authToken = '' }: Query) => {
  if (typed !== undefined) return engine.nameOf(ctx, typed)
  const { userId, stranger } = await engine.openTransaction(ctx, authToken)
  if (userId === null && stranger === null) throw new ApiError('no_transaction')
  return { userId, stranger }
}

/** Begins a reset; known and unknown users are answered alike. @throws no_transaction */
export const query = async (ctx: Context, asked: Query): Promise<State> => {
  await expectEnabled(ctx)
  const person = await personOf(ctx, asked)
  const transaction = engine.newTransaction(ctx, { purpose: 'RESET', ...person })
  return {
    authToken: await engine.sealTransaction(ctx, transaction),
    authenticators: [{ type: 'OTP' }],
    secondFactor: false,
    resetAllowed: false,
  }
}

/** Mails the code of the first step, or does as much for someone who is nobody. */
const firstChallenge = async (ctx: Context, authToken: string) => {
  const { transaction, account, isFresh } = await engine.readReset(ctx, authToken)
  if (!isFresh) throw new ApiError('no_transaction')
  const recipient = account === null ? null : engine.recipientOf(ctx, account)
  const otp = await sendCode(ctx, {
    transactionId: transaction.id,
    subject: account?.id ?? transaction.stranger ?? '',
    recipient,
    hint: '',
  })
  const sealed = await engine.sealTransaction(ctx, transaction)
  const nothing = { authenticationCompleted: false, fidoChallenge: null, sequenceNonce: null }
  return { ...nothing, authToken: sealed, otp }
}

export const challenge = (ctx: Context, asked: BodyOf<typeof challengePasswordReset>) => {
  const { authToken, authenticator } = asked
  return authenticator === 'OTP'
    ? firstChallenge(ctx, authToken)
    : engine.challenge(ctx, { authToken, authenticator, purposes: ['RESET'] })
}

type Given = BodyOf<typeof authenticatePasswordReset>

/** @throws no_transaction, invalid_user_response, invalid_user_response_locked */
export const authenticate = async (ctx: Context, given: Given): Promise<State> => {
  const transaction = await engine.openTransaction(ctx, given.authToken)
  if (transaction.purpose !== 'RESET') throw new ApiError('no_transaction')
  const { authenticator } = given
  const answer = await engine.answerOnce(ctx, {
    transaction,
    authenticator,
    given,
    async decide(unit, proven) {
      const step = engine.proveStep(ctx, { transaction, proven })
      if (step === null) return null
      const due = engine.stepDue(
        engine.stepsFor(transaction, proven.account, proven.rules),
        step.evidence,
      )
      const subject = { entity: 'USERS', id: proven.account.id, name: proven.account.name }
      if (due?.allowed.length === 0) {
        audit(unit.ctx, 'PASSWORD_RESET_AUTHENTICATION', { subject, outcome: 'DENIED' })
        return engine.refused('password_reset_not_allowed')
      }
      engine.writeProof(unit, { rows: step.rows, uses: proven.proof.uses })
      audit(unit.ctx, 'PASSWORD_RESET_AUTHENTICATION', {
        subject,
        attributes: { authenticator },
      })
      const state = {
        authToken: await engine.sealTransaction(ctx, transaction),
        authenticators: due === null ? [] : await engine.choicesOf(ctx, due, null),
        secondFactor: due !== null,
        resetAllowed: due === null,
      }
      return { kind: 'reset', state }
    },
  })
  const moved = engine.unlessRefused(answer)
  if (moved.kind !== 'reset') throw new ApiError('no_transaction')
  return moved.state
}

/** @throws no_transaction while anything is left to prove */
const provenReset = async (ctx: Context, authToken: string): Promise<Situation> => {
  const situation = await engine.readSituation(ctx, authToken)
  const { transaction, move } = situation
  if (transaction.purpose !== 'RESET' || move.kind !== 'complete') {
    throw new ApiError('no_transaction')
  }
  return situation
}

interface NewPassword {
  readonly authToken: string
  readonly newPassword: string
}

export const validate = async (ctx: Context, { authToken, newPassword }: NewPassword) => {
  const { account } = await provenReset(ctx, authToken)
  return judge(ctx, { userId: account.id, password: newPassword })
}

/** What was proven is good for one end: a second one fails by the row of the first. */
const end = async (ctx: Context, { account, transaction }: Situation): Promise<void> => {
  const ending = { decision: { purpose: 'RESET' }, sessionId: null }
  const of = { transactionId: transaction.id, userId: account.id }
  await ctx.db.executeQuery(engine.insertEnding(ctx, of, ending))
}

/** @throws no_transaction when it was ended meanwhile */
const onlyOnce = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('no_transaction', { cause: error })
    throw error
  }
}

const replace = (ctx: Context, situation: Situation, hash: string) =>
  ctx.transaction(async (ctx) => {
    const { id, name } = situation.account
    await end(ctx, situation)
    await storePassword(ctx, { userId: id, hash, forceChange: false, transactionId: null })
    await endSessionsOf(ctx, id)
    await forgetDevices(ctx, id)
    audit(ctx, 'PASSWORD_RESET', {
      subject: { entity: 'USERS', id, name },
      actor: { kind: 'user', id, name },
    })
  })

/** Sets the new password, once. @throws no_transaction, password_invalid and its kin */
export const complete = async (ctx: Context, { authToken, newPassword }: NewPassword) => {
  const situation = await provenReset(ctx, authToken)
  const { account } = situation
  const hash = await hashChosen(ctx, { userId: account.id, password: newPassword })
  await onlyOnce(replace(ctx, situation, hash))
  const { warnings } = await readStatus(ctx, account.id, newPassword)
  return { completed: true, warnings } as const
}

/** Forgets the wrong passwords of whoever could replace it; sessions and password stay. @throws no_transaction */
export const unlock = async (ctx: Context, authToken: string) => {
  const situation = await provenReset(ctx, authToken)
  const { id, name } = situation.account
  await onlyOnce(
    ctx.transaction(async (ctx) => {
      await end(ctx, situation)
      await clearBudgets(ctx, id, ['PASSWORD'])
      audit(ctx, 'PASSWORD_UNLOCKED', {
        subject: { entity: 'USERS', id, name },
        actor: { kind: 'user', id, name },
      })
    }),
  )
  return { unlocked: true } as const
}
