import * as contract from '@signet/contract/authenticators/tokens'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { routes, versioned } from '../../../kit/routes.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { findTokenBySerial, type StoredToken } from './tokens.repository.ts'
import * as service from './tokens.service.ts'

const managed =
  (ctx: Context): service.Owned =>
  async (token) =>
    void (await expectAuthority(ctx, token.user_id))

const shown = async (ctx: Context, token: StoredToken | undefined) => {
  if (token === undefined) throw new ApiError('not_found')
  await readOwner(ctx, token.user_id)
  return versioned(await service.present(ctx, token), token.version)
}

/** Changes one token in a transaction of its own. */
const changing = async (ctx: Context, work: (ctx: Context) => Promise<StoredToken>) =>
  shown(ctx, await ctx.transaction(work))

export const tokenRoutes = routes(contract, {
  createUserToken: (ctx, { params, body }) =>
    changing(ctx, async (ctx) => {
      const { id } = await expectAuthority(ctx, params.userid)
      return service.create(ctx, { userId: id, type: params.type, label: body.label })
    }),
  readToken: async (ctx, { params }) => shown(ctx, await service.readToken(ctx, params.tokenid)),
  readTokenBySerial: async (ctx, { params }) =>
    shown(ctx, await findTokenBySerial(ctx, params.sernum)),
  readUserToken: async (ctx, { params }) => {
    const token = await service.readToken(ctx, params.tokenid)
    return shown(ctx, token.user_id === params.useruuid ? token : undefined)
  },
  updateToken: (ctx, { params, body }) =>
    changing(ctx, (ctx) =>
      service.relabel(ctx, params.tokenid, { label: body.label, owned: managed(ctx) }),
    ),
  deleteToken: async (ctx, { params }) => {
    await ctx.transaction((ctx) => service.remove(ctx, params.tokenid, managed(ctx)))
    return undefined
  },
  startTokenActivation: (ctx, { params }) =>
    ctx.transaction((ctx) => service.startActivation(ctx, params.tokenid, managed(ctx))),
  completeTokenActivation: (ctx, { params, body }) =>
    changing(ctx, (ctx) =>
      service.completeActivation(ctx, params.tokenid, {
        code: body.registrationCode,
        owned: managed(ctx),
      }),
    ),
  changeTokenState: (ctx, { params, body }) =>
    changing(ctx, (ctx) =>
      service.changeState(ctx, params.tokenid, { state: body.state, owned: managed(ctx) }),
    ),
  synchroniseToken: (ctx, { params, body }) =>
    changing(ctx, (ctx) =>
      service.synchronise(ctx, params.tokenid, {
        codes: [body.response, body.nextResponse],
        owned: managed(ctx),
      }),
    ),
  unlockToken: (ctx, { params }) =>
    changing(ctx, (ctx) => service.unlock(ctx, params.tokenid, managed(ctx))),
})
