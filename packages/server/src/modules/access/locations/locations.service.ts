import type { ExpectedLocation, UserRbaSettings } from '@signet/contract/access/locations'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import { expectAuthority, readOwner } from '../../authenticators/owners/index.ts'
import { settings } from '../../settings/families/index.ts'
import * as repository from './locations.repository.ts'

type Expected = z.output<typeof ExpectedLocation>
type Skips = Partial<z.output<typeof UserRbaSettings>>

const day = 86_400_000
const nowhere = { country: null, city: null, latitude: null, longitude: null }

/** In the order of the addresses. */
export const locate = (ctx: Context, addresses: readonly string[]) =>
  addresses.map((address) => {
    const place = ctx.platform.places.placeOf(address)
    return { address, ...(place ?? nowhere) }
  })

/** What is older than the tenant's history counts for nothing. */
export const historyBegins = async (ctx: Context): Promise<Date> => {
  const { historyDays } = await settings.rba(ctx)
  return new Date(ctx.platform.clock.now().getTime() - historyDays * day)
}

/** @throws user_not_found */
export const listSeen = async (ctx: Context, userId: string) => {
  const owner = await readOwner(ctx, userId)
  const query = repository.locationsQuery(ctx, owner.id, await historyBegins(ctx))
  const { rows } = await ctx.db.executeQuery(query)
  return rows.map((row) => ({
    country: row.country,
    city: row.city === '' ? null : row.city,
    latitude: row.latitude,
    longitude: row.longitude,
    address: row.address,
    firstSeen: row.first_seen_at,
    lastSeen: row.last_seen_at,
    signIns: row.sign_ins,
  }))
}

/** @throws user_not_found, rights_not_held */
export const forget = (ctx: Context, userId: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const owner = await expectAuthority(ctx, userId)
    const places = await repository.removeLocations(ctx, owner.id)
    audit(ctx, 'USER_LOCATIONS_DELETED', {
      subject: { entity: 'USERS', ...owner },
      attributes: { places },
    })
    return undefined
  })

const untouched = (userId: string): repository.StoredRisk => ({
  user_id: userId,
  expected: [],
  skip_location_history: false,
  skip_travel_velocity: false,
  skip_until: null,
  version: 0,
})

const read = async (ctx: Context, userId: string): Promise<repository.StoredRisk> =>
  (await repository.findRisk(ctx, userId)) ?? untouched(userId)

const shownExpected = ({ expected }: repository.StoredRisk) => ({
  locations: expected.map((row) => Object(row)),
})

const shownSkips = (row: repository.StoredRisk) => ({
  skipLocationHistory: row.skip_location_history,
  skipTravelVelocity: row.skip_travel_velocity,
  skipUntil: row.skip_until,
})

/** @throws user_not_found */
export const readExpected = async (ctx: Context, userId: string) => {
  const row = await read(ctx, (await readOwner(ctx, userId)).id)
  return versioned(shownExpected(row), row.version)
}

/** @throws user_not_found */
export const readSkips = async (ctx: Context, userId: string) => {
  const row = await read(ctx, (await readOwner(ctx, userId)).id)
  return versioned(shownSkips(row), row.version)
}

interface Change {
  readonly action: 'EXPECTED_LOCATIONS_UPDATED' | 'USER_RBA_SETTINGS_UPDATED'
  readonly columns: Partial<repository.StoredRisk>
  readonly shown: (row: repository.StoredRisk) => Readonly<Record<string, unknown>>
}

const change = (ctx: Context, userId: string, { action, columns, shown }: Change) =>
  ctx.transaction(async (ctx) => {
    const owner = await expectAuthority(ctx, userId)
    await repository.lockPerson(ctx, owner.id)
    const before = await read(ctx, owner.id)
    expectVersion(ctx, before.version)
    await repository.saveRisk(ctx, { ...before, ...columns })
    const after = await read(ctx, owner.id)
    const subject = { entity: 'USERS', ...owner } as const
    audit(ctx, action, { subject, before: shown(before), after: shown(after) })
    return after
  })

/** @throws user_not_found, rights_not_held, precondition_failed */
export const replaceExpected = async (
  ctx: Context,
  userId: string,
  locations: readonly Expected[],
) => {
  const row = await change(ctx, userId, {
    action: 'EXPECTED_LOCATIONS_UPDATED',
    columns: { expected: [...locations] },
    shown: shownExpected,
  })
  return versioned(shownExpected(row), row.version)
}

/** @throws user_not_found, rights_not_held, precondition_failed */
export const changeSkips = async (ctx: Context, userId: string, wanted: Skips) => {
  const { skipLocationHistory, skipTravelVelocity, skipUntil } = wanted
  const row = await change(ctx, userId, {
    action: 'USER_RBA_SETTINGS_UPDATED',
    columns: {
      ...(skipLocationHistory === undefined ? {} : { skip_location_history: skipLocationHistory }),
      ...(skipTravelVelocity === undefined ? {} : { skip_travel_velocity: skipTravelVelocity }),
      ...(skipUntil === undefined
        ? {}
        : { skip_until: skipUntil === null ? null : new Date(skipUntil) }),
    },
    shown: shownSkips,
  })
  return versioned(shownSkips(row), row.version)
}
