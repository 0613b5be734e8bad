import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { foundOr } from '../../../kit/rows.ts'
import { insertRows } from '../../../platform/db/row-sets.ts'
import { settings } from '../../settings/families/index.ts'
import { roomsOf, type TakeRoom } from '../owners/index.ts'
import { secretPurpose } from './codes.ts'
import { subjectOf } from './tokens.present.ts'
import { findTaken, type StoredToken } from './tokens.repository.ts'

/** 160 bits (RFC 4226, section 4, R6). */
const secretBytes = 20
const defaults = { algorithm: 'SHA1', digits: 6, period_seconds: 30 } as const

/** Nine digits from random bits, as printed on tokens. */
const newSerial = (ctx: Context): string =>
  String((ctx.platform.ids.random(6).readUIntBE(0, 6) % 900_000_000) + 100_000_000)

interface NewToken {
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
    synchronised_at: null,
    enrolled_in: wanted.transactionId ?? null,
    created_at: ctx.platform.clock.now(),
    activated_at: null,
    last_used_at: null,
    version: 1,
  } as const
}

/** Room for more tokens of these users; what it returns throws token_limit_reached. In a transaction. */
export const rooms = (ctx: Context, owners: readonly string[]): Promise<TakeRoom> =>
  roomsOf(ctx, 'tokens', {
    owners,
    mostOf: async (keeper) => (await settings.token(ctx, keeper)).maximumPerUser,
    full: 'token_limit_reached',
  })

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

/** Makes tokens for users who have room for them, each with its event; in order. */
export const createAll = async (
  ctx: Context,
  wanted: readonly NewToken[],
): Promise<readonly StoredToken[]> => {
  if (wanted.length === 0) return []
  const serials = await freeSerials(ctx, wanted.length)
  const rows = await Promise.all(
    wanted.map((each, at) => newRow(ctx, each, serials[at] ?? newSerial(ctx))),
  )
  for (const row of rows) {
    audit(ctx, 'TOKEN_CREATED', { subject: subjectOf(row), attributes: { user: row.user_id } })
  }
  const stored = await insertRows(ctx, 'tokens', rows)
  return rows.flatMap(({ id }) => stored.get(id) ?? [])
}

/** A token without a shown secret. @throws token_limit_reached; part of the caller's transaction */
export const create = async (ctx: Context, wanted: NewToken): Promise<StoredToken> => {
  const takeRoom = await rooms(ctx, [wanted.userId])
  await takeRoom(wanted.userId)
  const [token] = await createAll(ctx, [wanted])
  return foundOr('not_found')(token)
}
