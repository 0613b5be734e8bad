import {
  type FleetAccount,
  type FleetOptIn,
  type FleetPrinter,
  mostFleetAccounts,
  mostFleetPrinters,
  type RibbonBundle,
} from '@signet/contract/issuance/printer-search'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { expectAllGroups } from '../../../kit/authorize.ts'
import { actorName, type Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { hasRoom } from '../../../platform/db/limit-lock.ts'
import * as repository from './printer-search.repository.ts'

/** Nobody above sees anything until somebody here says so. */
export const readOptIn = async (ctx: Context): Promise<z.input<typeof FleetOptIn>> => {
  const row = await repository.findOptIn(ctx)
  return {
    optedIn: row?.opted_in ?? false,
    changedAt: row?.changed_at ?? null,
    changedBy: row?.changed_by ?? null,
  }
}

/** @throws rights_not_held */
export const changeOptIn = (ctx: Context, optedIn: boolean) =>
  ctx.transaction(async (ctx) => {
    expectAllGroups(ctx)
    const before = await readOptIn(ctx)
    const changed_at = ctx.platform.clock.now()
    await repository.putOptIn(ctx, { opted_in: optedIn, changed_at, changed_by: actorName(ctx) })
    audit(ctx, 'FLEET_OPT_IN_CHANGED', {
      subject: { entity: 'PRINTERS', id: ctx.tenant.id, name: ctx.tenant.companyName },
      before: { optedIn: before.optedIn },
      after: { optedIn },
    })
    return readOptIn(ctx)
  })

export const parentName = async (ctx: Context) => ({
  companyName: await repository.findTierOneParent(ctx),
})

const summaryOf = (row: repository.FoundAccount) => ({
  total: Number(row.total),
  idle: Number(row.idle),
  processing: Number(row.processing),
  stopped: Number(row.stopped),
  offline: Number(row.offline),
  unknown: Number(row.unknown),
  low: Number(row.low),
  simulated: Number(row.simulated),
  cards: Number(row.cards),
})

export const listAccounts = async (
  ctx: Context,
  term: string,
): Promise<z.input<typeof FleetAccount>[]> => {
  const rows = await repository.findAccounts(ctx, {
    term,
    accountId: null,
    most: mostFleetAccounts,
  })
  return rows.map((row) => ({
    accountId: row.tenant_id,
    companyName: row.company_name,
    optedIn: row.in_sight,
    summary: row.in_sight ? summaryOf(row) : null,
  }))
}

/** @throws ISSUANCE_ACCOUNT_NOT_FOUND also for one that has not opted in */
export const accountSummary = async (ctx: Context, accountId: string) => {
  const [row] = await repository.findAccounts(ctx, { term: '', accountId, most: 1 })
  if (row === undefined || !row.in_sight) throw new ApiError('ISSUANCE_ACCOUNT_NOT_FOUND')
  return summaryOf(row)
}

const everything: repository.WantedPrinters = {
  query: '',
  accountIds: [],
  statuses: [],
  lowOnly: false,
}

export const listPrinters = async (
  ctx: Context,
  wanted: repository.WantedPrinters | null,
): Promise<z.input<typeof FleetPrinter>[]> => {
  const rows = await repository.findPrinters(ctx, wanted ?? everything, mostFleetPrinters)
  return rows.map((row) => ({
    accountId: row.tenant_id,
    companyName: row.company_name,
    id: row.id,
    name: row.name,
    kind: row.kind,
    location: row.location,
    makeAndModel: row.make_and_model,
    firmware: row.firmware,
    status: row.state,
    statusReasons: [...row.reasons],
    supplies: row.supplies.map((each) => ({ ...each })),
    lastSeenAt: row.last_seen_at,
  }))
}

type Bundle = z.output<typeof RibbonBundle>
const mostBundles = 500

/** @throws ISSUANCE_RIBBON_NOT_FOUND */
export const readBundle = async (ctx: Context, ribbonId: string): Promise<Bundle> => {
  const row = await repository.findBundle(ctx, ribbonId)
  if (row === undefined) throw new ApiError('ISSUANCE_RIBBON_NOT_FOUND')
  return {
    name: row.name,
    ribbons: row.ribbons,
    cardsPerRibbon: row.cards_per_ribbon,
    cleaningCards: row.cleaning_cards,
  }
}

/** @throws rights_not_held, ISSUANCE_RIBBON_LIMIT_REACHED */
export const saveBundle = (ctx: Context, ribbonId: string, bundle: Bundle): Promise<Bundle> =>
  ctx.transaction(async (ctx) => {
    expectAllGroups(ctx)
    const mayAdd = await hasRoom(ctx, 'ribbon_bundles', mostBundles)
    if (!mayAdd && (await repository.findBundle(ctx, ribbonId)) === undefined) {
      throw new ApiError('ISSUANCE_RIBBON_LIMIT_REACHED', { parameters: { most: mostBundles } })
    }
    await repository.putBundle(ctx, ribbonId, {
      name: bundle.name,
      ribbons: bundle.ribbons,
      cards_per_ribbon: bundle.cardsPerRibbon,
      cleaning_cards: bundle.cleaningCards,
    })
    audit(ctx, 'RIBBON_BUNDLE_SAVED', {
      subject: { entity: 'PRINTERS', id: ribbonId, name: bundle.name },
      after: bundle,
    })
    return bundle
  })
