import type { Family } from '@signet/contract/kit/settings-family'
import type { z } from 'zod'
import { type TenantCache, tenantCache } from '../../../platform/tenant-cache.ts'
import {
  listFamilies,
  listSome,
  listVersions,
  type ReadFamily,
  type Reading,
} from './families.repository.ts'
import {
  isAdministrator,
  type Overlay,
  overlayFor,
  overlaysName,
  overlaysOf,
  type Somebody,
} from './overlays.ts'
import { overlaid, strengthenerOf, type Values, valuesOf } from './stored-values.ts'

type Rows = ReadonlyMap<string, ReadFamily>
/** Whose settings, on which node: all that a look at what was read last needs. */
type Looking = Pick<Reading, 'platform' | 'tenant'>

/** Rows of the tenants that this node serves, by tenant. */
const nodes = new WeakMap<object, TenantCache<Rows>>()

const cacheOf = ({ platform }: Pick<Looking, 'platform'>): TenantCache<Rows> => {
  const known = nodes.get(platform)
  if (known !== undefined) return known
  const made = tenantCache<Rows>()
  nodes.set(platform, made)
  return made
}

/** How often a node was told to forget: what was read before that is not kept after it. */
const forgotten = new WeakMap<object, Map<string, number>>()

const timesForgotten = ({ platform, tenant }: Looking): number =>
  forgotten.get(platform)?.get(tenant.id) ?? 0

const byName = (rows: readonly ReadFamily[]): Rows => new Map(rows.map((row) => [row.family, row]))

/** Only what has another version than before is read again: lists of words may be long. */
const readAgain = async (ctx: Reading, before: Rows): Promise<Rows> => {
  const present = await listVersions(ctx)
  const changed = present.filter(({ family, version }) => before.get(family)?.version !== version)
  const names = changed.map(({ family }) => family)
  const read = names.length === 0 ? [] : await listSome(ctx, names)
  const kept = present.flatMap(({ family }) => before.get(family) ?? [])
  return byName([...kept, ...read])
}

/** All families of the tenant, at most 1 s stale on each node, in one statement for all readers. */
const rowsOf = async (ctx: Reading): Promise<Rows> => {
  const cache = cacheOf(ctx)
  const { id: tenantId } = ctx.tenant
  const { database } = ctx.platform
  const fresh = cache.find(database, tenantId)
  if (fresh !== undefined) return fresh
  const former = cache.last(tenantId)
  const before = timesForgotten(ctx)
  const moment = database.moment()
  const value =
    former === undefined ? byName(await listFamilies(ctx)) : await readAgain(ctx, former)
  if (timesForgotten(ctx) === before) cache.keep(tenantId, { tenantId, moment, value })
  return value
}

/** Reads what the tenant has set, so that `lastRead` knows it; nothing while that is fresh. */
export const warmSettings = async (ctx: Reading): Promise<void> => {
  await rowsOf(ctx)
}

/** A row that stands beside the families, as fresh as they are. */
export const familyRow = async (ctx: Reading, name: string): Promise<ReadFamily | undefined> =>
  (await rowsOf(ctx)).get(name)

/** After a change: this node sees it with its next read. */
export const forgetFamilies = (ctx: Reading): void => {
  const times = forgotten.get(ctx.platform) ?? new Map<string, number>()
  times.set(ctx.tenant.id, timesForgotten(ctx) + 1)
  forgotten.set(ctx.platform, times)
  cacheOf(ctx).forget(ctx.tenant.id)
}

/**
 * Reads one family of the tenant, at most 1 s stale; with somebody as group policies have it for
 * them; for administrators with the default in the place of every weaker value. `lastRead` asks no one: it gives what was read last of the tenant's, for writes that cannot
 * read; `lastReadOfAll` with what each group policy makes of it.
 */
export const settingsReader = <S extends z.ZodRawShape, Secret extends string>(
  family: Family<S, Secret>,
) => {
  const parsed = new WeakMap<ReadFamily, Values<S>>()
  const laid = new WeakMap<Overlay, { readonly over: Values<S>; readonly values: Values<S> }>()
  const strengthened = strengthenerOf(family)
  const of = (row: ReadFamily | undefined): Values<S> => {
    const known = row === undefined ? family.defaults : parsed.get(row)
    if (known !== undefined) return known
    const values = valuesOf(family, row?.value)
    if (row !== undefined) parsed.set(row, values)
    return values
  }
  const withOverlay = (over: Values<S>, overlay: Overlay): Values<S> => {
    const known = laid.get(overlay)
    if (known?.over === over) return known.values
    const values = overlaid(family, over, overlay.settings[family.name] ?? {})
    laid.set(overlay, { over, values })
    return values
  }
  const read = async (ctx: Reading, person: Somebody | null = null): Promise<Values<S>> => {
    const rows = await rowsOf(ctx)
    const tenants = of(rows.get(family.name))
    if (person === null) return tenants
    const row = rows.get(overlaysName)
    const overlay = await overlayFor(ctx, { row, family: family.name, person })
    const values = overlay === undefined ? tenants : withOverlay(tenants, overlay)
    const strong = strengthened(values)
    return strong !== values && (await isAdministrator(ctx, person)) ? strong : values
  }
  const lastRead = (ctx: Looking): Values<S> =>
    of(cacheOf(ctx).last(ctx.tenant.id)?.get(family.name))
  const lastReadOfAll = (ctx: Looking): readonly Values<S>[] => {
    const rows = cacheOf(ctx).last(ctx.tenant.id)
    const tenants = of(rows?.get(family.name))
    const overlays = overlaysOf(rows?.get(overlaysName))
    return [tenants, ...overlays.map((overlay) => withOverlay(tenants, overlay))]
  }
  return Object.assign(read, { lastRead, lastReadOfAll })
}
