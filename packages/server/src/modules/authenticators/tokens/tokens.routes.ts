import * as contract from '@signet/contract/authenticators/tokens'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { routes, versioned } from '../../../kit/routes.ts'
import { expectAuthority } from '../owners/index.ts'
import { unlockAnswer } from './questions.ts'
import * as activation from './token-activation.service.ts'
import { create } from './token-making.ts'
import { expectManaged, expectSeen } from './tokens.policy.ts'
import { findTokenBySerial, type StoredToken } from './tokens.repository.ts'
import * as service from './tokens.service.ts'

const managed =
  (ctx: Context): service.Owned =>
  (token) =>
    expectManaged(ctx, token)

const shown = async (ctx: Context, token: StoredToken | undefined) => {
  if (token === undefined) throw new ApiError('not_found')
  await expectSeen(ctx, token)
  return versioned(await service.present(ctx, token), token.version)
}

/** Changes one token in a transaction of its own. */
const changing = async (ctx: Context, work: (ctx: Context) => Promise<StoredToken>) =>
  shown(ctx, await ctx.transaction(work))

export const tokenRoutes = routes(contract, {
  createUserToken: (ctx, { params, body }) =>
    changing(ctx, async (ctx) => {
      const { id } = await expectAuthority(ctx, params.userid)
      return create(ctx, { userId: id, type: params.type, label: body.label })
    }),
  readToken: async (ctx, { params }) => shown(ctx, await service.readToken(ctx, params.tokenid)),
  readTokenBySerial: async (ctx, { params }) =>
    shown(ctx, await findTokenBySerial(ctx, params.sernum)),
  readUserToken: async (ctx, { params }) => {
    const token = await service.readToken(ctx, params.tokenid)
    return shown(ctx, token.user_id === params.useruuid ? token : undefined)
  },
  updateToken: (ctx, { params, body }) =>
    changing(ctx, (ctx) => service.change(ctx, params.tokenid, { ...body, owned: managed(ctx) })),
  deleteToken: async (ctx, { params }) => {
    await ctx.transaction((ctx) => service.remove(ctx, params.tokenid, managed(ctx)))
    return undefined
  },
  startTokenActivation: async (ctx, { params: { tokenid }, body }) => {
    const begun = await ctx.transaction((ctx) =>
      activation.startActivation(ctx, tokenid, { owned: managed(ctx), mailed: body?.mail }),
    )
    return body?.handOver === true ? activation.handOverActivation(ctx, tokenid, begun) : begun
  },
  completeTokenActivation: (ctx, { params, body }) =>
    changing(ctx, (ctx) =>
      activation.completeActivation(ctx, params.tokenid, {
        code: body.registrationCode,
        owned: managed(ctx),
      }),
    ),
  changeTokenState: (ctx, { params, body }) =>
    changing(ctx, (ctx) =>
      service.changeState(ctx, params.tokenid, { state: body.state, owned: managed(ctx) }),
    ),
  synchroniseToken: async (ctx, { params, body }) => {
    const token = await ctx.transaction((ctx) =>
      service.synchronise(ctx, params.tokenid, {
        codes: [body.response, body.nextResponse],
        owned: managed(ctx),
      }),
    )
    return versioned(await service.presentSynchronised(ctx, token), token.version)
  },
  unlockToken: async (ctx, { params, body }) => {
    const token = await ctx.transaction((ctx) => service.unlock(ctx, params.tokenid, managed(ctx)))
    const challenge = body?.unlockChallenge
    const unlockResponse =
      challenge === undefined ? null : await unlockAnswer(ctx, token, challenge)
    return versioned({ ...(await service.present(ctx, token)), unlockResponse }, token.version)
  },
})
