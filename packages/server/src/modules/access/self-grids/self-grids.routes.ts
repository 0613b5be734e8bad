import * as contract from '@signet/contract/access/self-grids'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { routes, versioned } from '../../../kit/routes.ts'
import { foundOr } from '../../../kit/rows.ts'
import { grids, type StoredGrid } from '../../authenticators/grids/index.ts'
import { freshlyProven } from '../../authenticators/owners/index.ts'
import { expectProvisioned, settings } from '../../settings/families/index.ts'
import * as claims from './claims.service.ts'

/** Another's card is not there. @throws not_found */
const owned = (ctx: Context) => {
  const user = signedInUser(ctx)
  return (card: StoredGrid): void => {
    if (card.user_id !== user.id) throw new ApiError('not_found')
  }
}

const shown = async (ctx: Context, card: StoredGrid) => {
  await settings.grid(ctx)
  return versioned(grids.present(ctx, card), card.version)
}

const orNotFound = foundOr('not_found')

const read = async (ctx: Context, id: string): Promise<StoredGrid> =>
  orNotFound((await grids.listOf(ctx, signedInUser(ctx).id)).find((each) => each.id === id))

/** Changes a card of somebody who has proven who they are just now. */
const changing = async (ctx: Context, work: (ctx: Context) => Promise<StoredGrid>) => {
  freshlyProven(ctx)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return shown(ctx, await ctx.transaction(work))
}

export const selfGridRoutes = routes(contract, {
  createOwnGrid: async (ctx) => {
    await expectProvisioned(ctx, 'GRID')
    return changing(ctx, (ctx) => grids.createFor(ctx, signedInUser(ctx).id))
  },
  challengeOwnGrid: (ctx, { body }) => claims.ask(ctx, body.serialNumber),
  assignOwnGrid: async (ctx, { body }) => shown(ctx, await claims.assign(ctx, body)),
  readOwnGrid: async (ctx, { params }) => shown(ctx, await read(ctx, params.id)),
  changeOwnGridState: (ctx, { params, body }) =>
    changing(ctx, (ctx) => grids.changeState(ctx, params.id, { ...body, owned: owned(ctx) })),
  deleteOwnGrid: async (ctx, { params }) => {
    freshlyProven(ctx)
    await ctx.transaction((ctx) => grids.remove(ctx, params.id, owned(ctx)))
    return undefined
  },
  mailOwnGrid: async (ctx, { params, body }) => {
    freshlyProven(ctx)
    const card = await read(ctx, params.gridid)
    await grids.expectMailAttribute(ctx, body.emailAttributeName)
    await grids.mail(ctx, card, body.emailAttributeName)
    return undefined
  },
  exportOwnGrid: async (ctx, { params, query }) => {
    freshlyProven(ctx)
    return grids.export(ctx, await read(ctx, params.gridid), query.format)
  },
})
