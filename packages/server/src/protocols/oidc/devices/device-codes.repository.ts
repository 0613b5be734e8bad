import { type CompiledQuery, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Parameter, prepared } from '../../../kit/prepared.ts'
import type { Payload } from '../tokens.repository.ts'

export interface WaitingDevice {
  /** Of the device code. */
  readonly id: Buffer
  readonly payload: Payload
  readonly expiresAt: Date
}

export const isTaken = async (
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  userCode: Buffer,
): Promise<boolean> => {
  const row = await db
    .selectFrom('oidc_device_codes')
    .select('token_id')
    .where('tenant_id', '=', tenant.id)
    .where('user_code_hmac', '=', userCode)
    .executeTakeFirst()
  return row !== undefined
}

/** Its device code has to be written before, in the same flush. */
export const insertUserCode = (
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  { userCode, tokenId }: { readonly userCode: Buffer; readonly tokenId: Buffer },
): CompiledQuery =>
  db
    .insertInto('oidc_device_codes')
    .values({ tenant_id: tenant.id, user_code_hmac: userCode, token_id: tokenId })
    .compile()

/** Nobody has decided about it, and nobody is about to. */
const isOpen = sql<boolean>`not jsonb_exists_any(payload, array['accountId', 'error', 'inFlight'])`

/** The device that waits for this user code. */
export const findWaiting = async (
  { db, tenant, platform }: Context,
  userCode: Buffer,
): Promise<WaitingDevice | undefined> => {
  const row = await db
    .selectFrom('oidc_device_codes as d')
    .innerJoin('oidc_tokens as t', (join) =>
      join.onRef('t.tenant_id', '=', 'd.tenant_id').onRef('t.id', '=', 'd.token_id'),
    )
    .select(['t.id', 't.payload', 't.expires_at'])
    .where('d.tenant_id', '=', tenant.id)
    .where('d.user_code_hmac', '=', userCode)
    .where('t.expires_at', '>', platform.clock.now())
    .where(isOpen)
    .executeTakeFirst()
  return row === undefined
    ? undefined
    : { id: row.id, payload: row.payload, expiresAt: row.expires_at }
}

/** Adds to what a device that nobody has decided about is told; whether it was still so. */
export const decideWaiting = async (
  { db, tenant }: Context,
  id: Buffer,
  decision: Payload,
): Promise<boolean> => {
  const rows = await db
    .updateTable('oidc_tokens')
    .set({ payload: sql<string>`payload || ${JSON.stringify(decision)}::jsonb` })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where(isOpen)
    .returning('id')
    .execute()
  return rows.length > 0
}

interface Polled {
  readonly tenantId: string
  readonly id: Buffer
  readonly clientId: string
}

const undecided = prepared((db, p: Parameter<Polled>) =>
  db
    .selectFrom('oidc_tokens')
    .select('expires_at')
    .where('tenant_id', '=', p('tenantId'))
    .where('id', '=', p('id'))
    .where('client_id', '=', p('clientId'))
    .where('kind', '=', 'DeviceCode')
    .where('consumed_at', 'is', null)
    .where(sql<boolean>`not jsonb_exists_any(payload, array['accountId', 'error'])`)
    .compile(),
)

/** Until when this device code of this client waits for a decision; undefined once there is one. */
export const waitsUntil = async (
  { db }: Pick<Context, 'db'>,
  polled: Polled,
): Promise<Date | undefined> => (await db.executeQuery(undecided(polled))).rows[0]?.expires_at
