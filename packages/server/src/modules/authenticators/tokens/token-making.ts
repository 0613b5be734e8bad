import { sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import { secretPurpose } from './codes.ts'
import { subjectOf } from './tokens.present.ts'
import { findTaken, insertToken, listTokens, type StoredToken } from './tokens.repository.ts'

/** 160 bits (RFC 4226, section 4, R6). */
const secretBytes = 20
const defaults = { algorithm: 'SHA1', digits: 6, period_seconds: 30 } as const

/** Nine digits from random bits, as printed on tokens. */
const newSerial = (ctx: Context): string =>
  String((ctx.platform.ids.random(6).readUIntBE(0, 6) % 900_000_000) + 100_000_000)

export interface NewToken {
  readonly userId: string
  readonly type: Exclude<StoredToken['type'], 'OATH_PHYSICAL_TOKEN'>
  readonly label?: string | undefined
  /** The sign-in that enrols it. */
  readonly transactionId?: string
}

export const sealedSecret = (ctx: Context, id: string): Promise<Buffer> =>
  ctx.platform.secrets.seal(ctx.tenant.id, secretPurpose(id), ctx.platform.ids.random(secretBytes))

const newRow = async (ctx: Context, wanted: NewToken, serial: string) => {
  const id = ctx.platform.ids.uuid()
  const { digits } = await settings.google(ctx)
  return {
    tenant_id: ctx.tenant.id,
    id,
    serial,
    user_id: wanted.userId,
    type: wanted.type,
    label: wanted.label ?? null,
    state: 'NEW',
    ...defaults,
    ...(wanted.type === 'GOOGLE_AUTHENTICATOR' ? { digits } : {}),
    sealed_secret: await sealedSecret(ctx, id),
    last_step: 0,
    drift_quarters: 0,
    enrolled_in: wanted.transactionId ?? null,
    created_at: ctx.platform.clock.now(),
    activated_at: null,
    last_used_at: null,
    version: 1,
  } as const
}

type NewRow = Awaited<ReturnType<typeof newRow>>

const note = (ctx: Context, { id, serial, user_id: user }: NewRow): void =>
  audit(ctx, 'TOKEN_CREATED', { subject: subjectOf({ id, serial }), attributes: { user } })

/** A token without a shown secret. @throws token_limit_reached; part of the caller's transaction */
export const create = async (ctx: Context, wanted: NewToken): Promise<StoredToken> => {
  const { maximumPerUser } = await settings.token(ctx, wanted.userId)
  if ((await listTokens(ctx, wanted.userId)).length >= maximumPerUser) {
    throw new ApiError('token_limit_reached')
  }
  const row = await newRow(ctx, wanted, newSerial(ctx))
  note(ctx, row)
  return insertToken(ctx, row)
}

/** Serial numbers that no token has. */
const freeSerials = async (ctx: Context, count: number): Promise<readonly string[]> => {
  const free = new Set<string>()
  while (free.size < count) {
    const drawn = Array.from({ length: count - free.size }, () => newSerial(ctx))
    const taken = await findTaken(ctx, drawn)
    for (const serial of drawn) if (!taken.has(serial)) free.add(serial)
  }
  return [...free]
}

const insertRows = async (ctx: Context, rows: readonly NewRow[]): Promise<void> => {
  const written = rows.map((row) => ({
    ...row,
    sealed_secret: `\\x${row.sealed_secret.toString('hex')}`,
  }))
  await sql`
    insert into tokens (tenant_id, id, serial, user_id, type, label, state, algorithm, digits,
      period_seconds, sealed_secret, last_step, created_at)
    select ${ctx.tenant.id}::uuid, r.id, r.serial, r.user_id, r.type, r.label, r.state, r.algorithm,
      r.digits, r.period_seconds, r.sealed_secret, r.last_step, r.created_at
    from jsonb_populate_recordset(null::tokens, ${JSON.stringify(written)}::jsonb) r`.execute(
    ctx.db,
  )
}

/** Makes many tokens for people who have room for them, each with its event; their ids, in order. */
export const createMany = async (
  ctx: Context,
  wanted: readonly NewToken[],
): Promise<readonly string[]> => {
  if (wanted.length === 0) return []
  const serials = await freeSerials(ctx, wanted.length)
  const rows = await Promise.all(
    wanted.map((each, at) => newRow(ctx, each, serials[at] ?? newSerial(ctx))),
  )
  await insertRows(ctx, rows)
  for (const row of rows) note(ctx, row)
  return rows.map(({ id }) => id)
}
