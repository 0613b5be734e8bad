import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { SealBroken } from '../../../platform/secrets.ts'
import type { proveAgain } from '../../tenancy/sessions/index.ts'
import { doorNames } from './doors.ts'

/** From the query to the session. */
export const transactionLifeMillis = 15 * 60_000

/**
 * A sign-in transaction as the browser carries it: sealed, and nothing in it ever changes its
 * meaning. What was proven stands in the evidence rows, never here.
 */
const Transaction = z.object({
  id: z.uuid(),
  purpose: z.enum(['SIGN_IN', 'RESET', 'SETUP', 'STEP_UP']),
  /** Null while nobody is named, and for an identifier that is nobody's. */
  userId: z.uuid().nullable(),
  /**
   * Where wrong answers are counted when the identifier is nobody's; as long as a user's id, for a
   * token's length must not tell one from the other.
   */
  stranger: z.uuid().nullable(),
  startedAt: z.number(),
  /** The key of the browser that began it. */
  device: z.string().nullable(),
  /** RFC 7638 thumbprint of the key that began it: no other key goes on. */
  keyThumbprint: z.string().nullable(),
  applicationId: z.string().nullable(),
  /** The protocol request it is for, and what that asked for when it came. */
  interaction: z.object({ door: z.enum(doorNames), id: z.string() }).nullable(),
  applicationName: z.string().nullable(),
  secondFactorDemanded: z.boolean(),
  /** STEP_UP: the session; SETUP: the hash of the link. */
  boundTo: z.string().nullable(),
  /** A WebAuthn challenge given out in it, good until its end. */
  challenge: z.object({ value: z.string(), until: z.number() }).nullable(),
})
export type Transaction = z.output<typeof Transaction>
export type Purpose = Transaction['purpose']

/** The session that a STEP_UP is for, whatever has become of it. */
export type BoundSession = Parameters<typeof proveAgain>[1]

const place = 'sign-in-transaction'

export const sealTransaction = async (ctx: Context, transaction: Transaction): Promise<string> => {
  const text = Buffer.from(JSON.stringify(transaction))
  return (await ctx.platform.secrets.seal(ctx.tenant.id, place, text)).toString('base64url')
}

/** Whether it could be a sealed transaction; names of protocol requests are far shorter. */
export const isSealed = (text: string): boolean => text.length > 150

const opened = async (ctx: Context, authToken: string): Promise<Transaction | null> => {
  try {
    const sealed = Buffer.from(authToken, 'base64url')
    const text = await ctx.platform.secrets.open(ctx.tenant.id, place, sealed)
    return Transaction.parse(JSON.parse(text.toString('utf8')))
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/** @throws no_transaction for one that is not ours, has run out, or is another browser's */
export const openTransaction = async (ctx: Context, authToken: string): Promise<Transaction> => {
  const transaction = await opened(ctx, authToken)
  if (transaction === null) throw new ApiError('no_transaction')
  const age = ctx.platform.clock.now().getTime() - transaction.startedAt
  if (age < 0 || age > transactionLifeMillis) throw new ApiError('no_transaction')
  const { keyThumbprint } = transaction
  if (keyThumbprint !== null && keyThumbprint !== ctx.request.keyThumbprint) {
    throw new ApiError('no_transaction')
  }
  return transaction
}

type Beginning = Pick<Transaction, 'purpose'> & Partial<Omit<Transaction, 'id' | 'startedAt'>>

/** A transaction that begins now, bound to the key of this request. */
export const newTransaction = (ctx: Context, beginning: Beginning): Transaction => ({
  id: ctx.platform.ids.uuid(),
  userId: null,
  stranger: null,
  startedAt: ctx.platform.clock.now().getTime(),
  device: null,
  keyThumbprint: ctx.request.keyThumbprint,
  applicationId: null,
  interaction: null,
  applicationName: null,
  secondFactorDemanded: false,
  boundTo: null,
  challenge: null,
  ...beginning,
})
