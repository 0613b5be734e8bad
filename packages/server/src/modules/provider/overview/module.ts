import * as contract from '@signet/contract/provider/overview'
import { usageLimits } from '@signet/rules/usage'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { mostCounted } from '../../../kit/lists.ts'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'

interface Row {
  readonly tenants: number
  readonly locked: number
  readonly trial: number
  readonly ended: number
  readonly ends_30: number
  readonly ends_60: number
  readonly ends_90: number
  readonly near_limit: number
}

/** Of the tenants directly below this provider, in one statement. */
const overviewOf = async ({
  db,
  platform,
}: Context): Promise<z.input<typeof contract.ProviderOverview>> => {
  const { authentication, trialIssuance } = usageLimits
  const { rows } = await sql<Row>`
    select * from provider_overview(${platform.clock.now()}::timestamptz,
      ${authentication.warningBelowPercent}::integer,
      ${trialIssuance.warningAbove}::integer)`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the overview has no row')
  const shown = (count: number): number => Math.min(count, mostCounted)
  return {
    tenants: shown(row.tenants),
    estimated: row.tenants > mostCounted,
    locked: shown(row.locked),
    trial: shown(row.trial),
    ended: shown(row.ended),
    endsWithin30Days: shown(row.ends_30),
    endsWithin60Days: shown(row.ends_60),
    endsWithin90Days: shown(row.ends_90),
    nearLimit: shown(row.near_limit),
  }
}

export const overviewModule: Module = {
  routes: [routes(contract, { readProviderOverview: overviewOf })],
}
