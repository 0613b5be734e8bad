import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { UserLocationRow, UserRiskRow } from '../../../platform/db/schema/risk.ts'
import type { Place } from '../../../platform/places.ts'

type StoredLocation = Selectable<UserLocationRow>
export type StoredRisk = Omit<Selectable<UserRiskRow>, 'tenant_id'>

const shownPlaces = 50

/** Places somebody has signed in from since then, newest first. */
export const locationsQuery = (
  { db, tenant }: Context,
  userId: string,
  since: Date,
): CompiledQuery<StoredLocation> =>
  db
    .selectFrom('user_locations')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .where('last_seen_at', '>=', since)
    .orderBy('last_seen_at', 'desc')
    .limit(shownPlaces)
    .compile()

export const riskQuery = ({ db, tenant }: Context, userId: string): CompiledQuery<StoredRisk> =>
  db
    .selectFrom('user_risk')
    .select([
      'user_id',
      'expected',
      'skip_location_history',
      'skip_travel_velocity',
      'skip_until',
      'version',
    ])
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .compile()

export const findRisk = async (ctx: Context, userId: string): Promise<StoredRisk | undefined> => {
  const { rows } = await ctx.db.executeQuery(riskQuery(ctx, userId))
  return rows[0]
}

/** Changes of one person's row go one after the other, also before there is a row. */
export const lockPerson = async ({ db, tenant }: Context, userId: string): Promise<void> => {
  await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', userId)
    .forUpdate()
    .execute()
}

export const saveRisk = async (
  ctx: Context,
  { version: _version, expected, ...row }: StoredRisk,
): Promise<void> => {
  const columns = { ...row, expected: JSON.stringify(expected) }
  await ctx.db
    .insertInto('user_risk')
    .values({ ...columns, tenant_id: ctx.tenant.id })
    .onConflict((on) =>
      on
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet((eb) => ({ ...columns, version: eb('user_risk.version', '+', 1) })),
    )
    .execute()
}

export const removeLocations = async ({ db, tenant }: Context, userId: string): Promise<number> => {
  const removed = await db
    .deleteFrom('user_locations')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}

interface Seen {
  readonly userId: string
  readonly place: Place
  readonly address: string
}

/** That somebody has signed in from a place. */
export const keepLocation = (
  { db, tenant, platform }: Context,
  { userId, place, address }: Seen,
): CompiledQuery => {
  const now = platform.clock.now()
  return db
    .insertInto('user_locations')
    .values({
      tenant_id: tenant.id,
      user_id: userId,
      place_key: `${place.country} ${place.city ?? ''}`,
      country: place.country,
      city: place.city ?? '',
      latitude: place.latitude,
      longitude: place.longitude,
      address,
      first_seen_at: now,
      last_seen_at: now,
      sign_ins: 1,
    })
    .onConflict((on) =>
      on.columns(['tenant_id', 'user_id', 'place_key']).doUpdateSet({
        address,
        last_seen_at: now,
        sign_ins: sql`user_locations.sign_ins + 1`,
      }),
    )
    .compile()
}
