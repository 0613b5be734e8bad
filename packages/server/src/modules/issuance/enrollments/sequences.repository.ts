import type { Sequence } from '@signet/card/enrolment/definition'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

interface Place {
  readonly workflowId: string
  /** The field's id. */
  readonly field: string
}

/**
 * The next numbers of a field. They are gone at once, before anything is saved with them: what comes
 * to nothing leaves a gap, and no two callers ever get the same.
 * @throws Error inside a transaction, whose end could bring them back
 */
export const takeNumbers = async (
  { db, tenant, events }: Context,
  { workflowId, field }: Place,
  { sequence, count }: { readonly sequence: Sequence; readonly count: number },
): Promise<readonly number[]> => {
  if (events !== null) throw new Error('numbers are taken before the transaction')
  const { start, step } = sequence
  const { next_number: next } = await db
    .insertInto('enrollment_sequences')
    .values({
      tenant_id: tenant.id,
      workflow_id: workflowId,
      field,
      next_number: start + step * count,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'workflow_id', 'field']).doUpdateSet({
        next_number: sql<number>`greatest(enrollment_sequences.next_number, ${start}::bigint)
          + ${step * count}::bigint`,
      }),
    )
    .returning('next_number')
    .executeTakeFirstOrThrow()
  const first = Number(next) - step * count
  return Array.from({ length: count }, (_, at) => first + step * at)
}

export const insertReservation = async (
  { db, tenant }: Context,
  { workflowId, field }: Place,
  given: { readonly number: number; readonly expiresAt: Date },
): Promise<void> => {
  await db
    .insertInto('enrollment_reservations')
    .values({
      tenant_id: tenant.id,
      workflow_id: workflowId,
      field,
      number: given.number,
      expires_at: given.expiresAt,
    })
    .execute()
}

export interface Reserved {
  readonly field: string
  readonly number: number
}

const pairs = (reserved: readonly Reserved[]) => sql`(
  select * from unnest(${reserved.map(({ field }) => field)}::text[],
    ${reserved.map(({ number }) => number)}::bigint[]))`

/** Those of the numbers that are reserved now. */
export const findReservations = async (
  { db, tenant, platform }: Context,
  workflowId: string,
  wanted: readonly Reserved[],
): Promise<readonly Reserved[]> => {
  if (wanted.length === 0) return []
  return db
    .selectFrom('enrollment_reservations')
    .select(['field', 'number'])
    .where('tenant_id', '=', tenant.id)
    .where('workflow_id', '=', workflowId)
    .where('expires_at', '>', platform.clock.now())
    .where(sql<boolean>`(field, number) in ${pairs(wanted)}`)
    .execute()
}

/** @returns how many of them were still there */
export const consumeReservations = async (
  { db, tenant }: Context,
  workflowId: string,
  used: readonly Reserved[],
): Promise<number> => {
  if (used.length === 0) return 0
  const gone = await db
    .deleteFrom('enrollment_reservations')
    .where('tenant_id', '=', tenant.id)
    .where('workflow_id', '=', workflowId)
    .where(sql<boolean>`(field, number) in ${pairs(used)}`)
    .returning('number')
    .execute()
  return gone.length
}
