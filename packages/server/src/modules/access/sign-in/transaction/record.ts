import { SignInAuthenticator } from '@signet/contract/access/authentication'
import { DeviceFingerprint } from '@signet/contract/authenticators/device-fingerprint'
import { authenticationMethodIds } from '@signet/rules/sign-in'
import { z } from 'zod'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { SealBroken } from '../../../../platform/secrets.ts'
import { blocked } from '../../../settings/families/index.ts'
import type { proveAgain } from '../../../tenancy/sessions/index.ts'
import { doorNames } from './doors.ts'

/** From the query to the session. */
const transactionLifeMillis = 15 * 60_000

/**
 * A sign-in transaction as the browser carries it: sealed, and nothing in it ever changes its
 * meaning. What was proven stands in the evidence rows, never here.
 */
const Transaction = z.object({
  id: z.uuid(),
  purpose: z.enum(['SIGN_IN', 'RESET', 'SETUP', 'STEP_UP', 'VERIFY']),
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
  /** What the browser showed of a remembered machine; null when it showed nothing. */
  machine: z
    .object({ sequence: z.string().nullable(), fingerprint: DeviceFingerprint.nullable() })
    .nullable(),
  applicationId: z.string().nullable(),
  /** The protocol request it is for, and what that asked for when it came. */
  interaction: z.object({ door: z.enum(doorNames), id: z.string() }).nullable(),
  applicationName: z.string().nullable(),
  secondFactorDemanded: z.boolean(),
  /**
   * STEP_UP and VERIFY: the session that asks; SETUP, and an invitation by passkey: the hash of the
   * link.
   */
  boundTo: z.string().nullable(),
  /** SIGN_IN from an invitation: what the person has chosen to sign in by. Null for all others. */
  invited: z.enum(['PASSWORD', 'PASSKEY']).nullable().default(null),
  /** STEP_UP for an application: what it wants proven; it judges what was, whatever stands here. */
  asks: z.array(SignInAuthenticator).nullable().default(null),
  /** An application that is entered by this very sign-in: its rules judge it. Null for all others. */
  resource: z.string().nullable().default(null),
  /** A WebAuthn challenge given out in it, good until its end. */
  challenge: z.object({ value: z.string(), until: z.number() }).nullable(),
  /** A challenge for a grid card given out in it, good until its end. */
  grid: z.object({ id: z.uuid(), until: z.number() }).nullable().default(null),
  /** Until when somebody is waited for whose app was asked first, if they have one. */
  pushUntil: z.number().nullable().default(null),
  /** How the application has people sign in; null where rules and the tenant's flow say. */
  method: z.enum(authenticationMethodIds).nullable().default(null),
})
export type Transaction = z.output<typeof Transaction>
export type Purpose = Transaction['purpose']

/** Whether it leads to a session, or to more of one; the others prove who somebody is to somebody else. */
export const signsIn = ({ purpose }: Pick<Transaction, 'purpose'>): boolean =>
  purpose === 'SIGN_IN' || purpose === 'SETUP' || purpose === 'STEP_UP'

/** The decision that refuses it, where it is one that is judged. */
export const decisionOf = ({ id, purpose }: Transaction): string | undefined =>
  purpose === 'SIGN_IN' ? id : undefined

/** The session that a STEP_UP is for, whatever has become of it. */
export type BoundSession = Parameters<typeof proveAgain>[1]

const place = 'sign-in-transaction'

export const sealTransaction = async (ctx: Context, transaction: Transaction): Promise<string> => {
  const text = Buffer.from(JSON.stringify(transaction))
  return (await ctx.platform.secrets.seal(ctx.tenant.id, place, text)).toString('base64url')
}

/** Whether it could be a sealed transaction; names of protocol requests are shorter, or have a dot. */
export const isSealed = (text: string): boolean => text.length > 150 && !text.includes('.')

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

/** Every door of the engine opens through here. @throws address_blocked */
const expectAllowedAddress = (ctx: Context): void => {
  if (blocked.address(ctx)) throw new ApiError('address_blocked')
}

/** @throws no_transaction for one that is not ours, has run out, or is another browser's */
export const openTransaction = async (ctx: Context, authToken: string): Promise<Transaction> => {
  expectAllowedAddress(ctx)
  const transaction = await opened(ctx, authToken)
  if (transaction === null || !isGoingOn(ctx, transaction)) throw new ApiError('no_transaction')
  return transaction
}

/** Within its time, and in the browser that began it. */
const isGoingOn = (ctx: Context, { startedAt, keyThumbprint }: Transaction): boolean => {
  const age = ctx.platform.clock.now().getTime() - startedAt
  if (age < 0 || age > transactionLifeMillis) return false
  return keyThumbprint === null || keyThumbprint === ctx.request.keyThumbprint
}

/** A transaction that was kept on the server's side, in the browser that began it; else null. */
export const resumeTransaction = (ctx: Context, kept: unknown): Transaction | null => {
  expectAllowedAddress(ctx)
  const transaction = Transaction.parse(kept)
  return isGoingOn(ctx, transaction) ? transaction : null
}

type Beginning = Pick<Transaction, 'purpose'> & Partial<Omit<Transaction, 'id' | 'startedAt'>>

/** A transaction that begins now, bound to the key of this request. */
export const newTransaction = (ctx: Context, beginning: Beginning): Transaction => {
  expectAllowedAddress(ctx)
  return begun(ctx, beginning)
}

const begun = (ctx: Context, beginning: Beginning): Transaction => ({
  id: ctx.platform.ids.uuid(),
  userId: null,
  stranger: null,
  startedAt: ctx.platform.clock.now().getTime(),
  device: null,
  keyThumbprint: ctx.request.keyThumbprint,
  machine: null,
  applicationId: null,
  interaction: null,
  applicationName: null,
  secondFactorDemanded: false,
  boundTo: null,
  invited: null,
  asks: null,
  resource: null,
  challenge: null,
  grid: null,
  pushUntil: null,
  method: null,
  ...beginning,
})
