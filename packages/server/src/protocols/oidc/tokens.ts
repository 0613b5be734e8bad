import { errors } from 'oidc-provider'
import type { Context } from '../../kit/context.ts'
import { rememberAccount } from './claims/accounts.ts'
import {
  deleteToken,
  deleteTokensOfGrant,
  findToken,
  hashOf,
  insertToken,
  noteOnce,
  type Payload,
  type StoredToken,
} from './tokens.repository.ts'
import { unitOfWork } from './unit-of-work.ts'

const refreshRepeatMillis = 10_000

/** The library puts the end into most payloads, and gives seconds for the others. */
export const endOf = (ctx: Context, payload: Payload, seconds: number): Date =>
  new Date(
    typeof payload.exp === 'number'
      ? payload.exp * 1000
      : ctx.platform.clock.now().getTime() + seconds * 1000,
  )

export const saveToken = (token: string, payload: Payload, seconds: number): void => {
  const { writes, ctx } = unitOfWork()
  const expiresAt = endOf(ctx, payload, seconds)
  writes.push(insertToken({ tenantId: ctx.tenant.id, id: hashOf(token), payload, expiresAt }))
}

/** An assertion or proof that was used: of several at once, one request writes it. */
export const saveUse = (id: string, payload: Payload, seconds: number): void => {
  const { writes, ctx } = unitOfWork()
  writes.push(
    noteOnce({
      tenantId: ctx.tenant.id,
      id: hashOf(id),
      payload: JSON.stringify(payload),
      now: ctx.platform.clock.now(),
      expiresAt: endOf(ctx, payload, seconds),
    }),
  )
}

/** One read whatever the kind asked for: introspection asks for three. */
const readOnce = (token: string): Promise<StoredToken | null> => {
  const { tokens, ctx } = unitOfWork()
  const known = tokens.get(token)
  if (known !== undefined) return known
  const reading = findToken(ctx.db, {
    tenantId: ctx.tenant.id,
    id: hashOf(token),
    now: ctx.platform.clock.now(),
  })
  tokens.set(token, reading)
  return reading
}

/**
 * A refresh that was answered less than 10 s ago gets that answer again, if the same client asks
 * with the same key: it may never have seen it. The library has checked both proofs by now.
 */
const repeatOf = async (stored: StoredToken): Promise<Record<string, unknown> | null> => {
  const { ctx, path, clientId, proofKey } = unitOfWork()
  const { answer, consumedAt, payload } = stored
  if (!path.startsWith('/token') || stored.clientId !== clientId()) return null
  if ((payload.jkt ?? null) !== (await proofKey())) return null
  const age = ctx.platform.clock.now().getTime() - (consumedAt?.getTime() ?? 0)
  if (answer === null || consumedAt === null || age > refreshRepeatMillis) return null
  const opened = await ctx.platform.secrets.open(ctx.tenant.id, 'oidc-answer', answer)
  const value: unknown = JSON.parse(opened.toString('utf8'))
  return typeof value === 'object' && value !== null ? { ...value } : null
}

const rememberGrant = ({ grant, account }: StoredToken): void => {
  if (grant !== null) unitOfWork().grants.set(grant.id, { ...grant.payload, jti: grant.id })
  if (account !== null) rememberAccount(account)
}

export const findTokenOf = async (kind: string, token: string): Promise<Payload | undefined> => {
  const unit = unitOfWork()
  const stored = await readOnce(token)
  if (stored === null || stored.kind !== kind) return undefined
  rememberGrant(stored)
  if (kind === 'RefreshToken' && stored.consumedAt !== null) {
    unit.repeat = await repeatOf(stored)
    if (unit.repeat !== null) throw new errors.InvalidGrant('already answered')
  }
  return {
    ...stored.payload,
    jti: token,
    ...(stored.consumedAt === null
      ? {}
      : { consumed: Math.floor(stored.consumedAt.getTime() / 1000) }),
  }
}

export const consume = (kind: string, token: string): void => {
  unitOfWork().consumed.push({ id: hashOf(token), isRefresh: kind === 'RefreshToken' })
}

export const endToken = (token: string): void => {
  const { writes, ctx } = unitOfWork()
  writes.push(deleteToken(ctx.db, ctx.tenant.id, hashOf(token)))
}

export const endTokensOfGrant = (grantId: string): void => {
  const { writes, ctx } = unitOfWork()
  writes.push(deleteTokensOfGrant(ctx.db, ctx.tenant.id, grantId))
}
