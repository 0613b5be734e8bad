import type { NumberDelivery } from '@signet/rules/code-deliveries'
import type { Context } from '../../../kit/context.ts'
import { providersAbove } from '../../tenancy/providers/index.ts'
import { readConnector, readConnectors } from '../http-connectors/index.ts'
import { connectorNames, lentNames, lentPrefix, nameOf, ownPrefix, type Way, ways } from './ways.ts'

/** The connector that carries a code. */
interface Carrier {
  /** Of the tenant that the connector is of. */
  readonly ctx: Context
  readonly name: string
  /** The service provider that lends it; null for the tenant's own. */
  readonly providerName: string | null
}

const isSetUp = async (ctx: Context, name: string): Promise<boolean> =>
  (await readConnector(ctx, name)).connector !== null

/** The tenant's own connector, else that of the closest provider that has one; null for none. */
export const carrierOf = async (
  ctx: Context,
  delivery: NumberDelivery,
): Promise<Carrier | null> => {
  const own = connectorNames[delivery]
  if (await isSetUp(ctx, own)) return { ctx, name: own, providerName: null }
  const name = lentNames[delivery]
  for (const provider of await providersAbove(ctx)) {
    if (provider.lendsCodes && (await isSetUp(provider.ctx, name))) {
      return { ctx: provider.ctx, name, providerName: provider.name }
    }
  }
  return null
}

const setUpWays = async (ctx: Context, prefix: string): Promise<ReadonlySet<Way>> => {
  const rows = await readConnectors(
    ctx,
    ways.map((way) => nameOf(prefix, way)),
  )
  return new Set(ways.filter((way) => rows.get(nameOf(prefix, way))?.connector))
}

/** The ways that a tenant has a connector of its own for. */
export const ownWays = (ctx: Context): Promise<ReadonlySet<Way>> => setUpWays(ctx, ownPrefix)

/** For each way the closest provider that lends a connector, from this tenant on. */
export const lendersOf = async (ctx: Context): Promise<ReadonlyMap<Way, string>> => {
  const lenders = new Map<Way, string>()
  for (const provider of await providersAbove(ctx)) {
    if (!provider.lendsCodes) continue
    for (const way of await setUpWays(provider.ctx, lentPrefix)) {
      if (!lenders.has(way)) lenders.set(way, provider.name)
    }
  }
  return lenders
}
