import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** Which call of whom: one row. */
export interface CallKey {
  readonly caller: string
  readonly keyHash: Buffer
}

interface Begun extends CallKey {
  readonly fingerprint: Buffer
  /** Rows begun before count no longer. */
  readonly expiredBefore: Date
}

/** Claims the key; answers the id of the row, null where the key is taken. */
export const claimCall = async (
  { db, tenant, platform }: Context,
  { caller, keyHash, fingerprint, expiredBefore }: Begun,
): Promise<string | null> => {
  const { clock, ids } = platform
  const values = { id: ids.uuid(), fingerprint, begun_at: clock.now(), sealed_answer: null }
  const claimed = await db
    .insertInto('idempotent_calls')
    .values({ tenant_id: tenant.id, caller, key_hash: keyHash, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'caller', 'key_hash'])
        .doUpdateSet(values)
        .where(sql`idempotent_calls.begun_at`, '<', expiredBefore),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed?.id ?? null
}

export const findCall = ({ db, tenant }: Context, { caller, keyHash }: CallKey) =>
  db
    .selectFrom('idempotent_calls')
    .select(['id', 'fingerprint', 'sealed_answer'])
    .where('tenant_id', '=', tenant.id)
    .where('caller', '=', caller)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()

export const keepAnswer = async (
  { db, tenant }: Context,
  id: string,
  sealedAnswer: Buffer,
): Promise<void> => {
  await db
    .updateTable('idempotent_calls')
    .set({ sealed_answer: sealedAnswer })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

export const forgetCall = async (
  { db, tenant }: Context,
  { caller, keyHash }: CallKey,
): Promise<void> => {
  await db
    .deleteFrom('idempotent_calls')
    .where('tenant_id', '=', tenant.id)
    .where('caller', '=', caller)
    .where('key_hash', '=', keyHash)
    .execute()
}
