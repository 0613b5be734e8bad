import * as contract from '@signet/contract/access/self-faces'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { faces, type Owned } from '../../authenticators/faces/index.ts'
import { freshlyProven } from '../self-authenticators/index.ts'

const own = (ctx: Context): Owned => {
  const { id } = signedInUser(ctx)
  return (face) => {
    if (face.user_id !== id) throw new ApiError('not_found')
  }
}

const proven = (ctx: Context) => {
  const { id, name } = freshlyProven(ctx)
  return { id, name }
}

const selfFaceRoutes = routes(contract, {
  registerOwnFace: (ctx, { query }) => faces.register(ctx, proven(ctx), query.registrationFlow),
  restartOwnFace: async (ctx, { params, query }) => {
    await faces.read(ctx, params.faceid, own(ctx))
    return faces.restart(ctx, proven(ctx), query.registrationFlow)
  },
  readOwnFace: async (ctx, { params }) =>
    faces.present(await faces.read(ctx, params.faceid, own(ctx))),
  listOwnFaces: (ctx) => faces.listOf(ctx, signedInUser(ctx).id),
  readOwnFaceSettings: (ctx) => faces.readSettings(ctx, signedInUser(ctx).id),
  activateOwnFace: (ctx, { params }) => faces.activate(ctx, params.faceid, own(ctx)),
  deleteOwnFace: async (ctx, { params }) => {
    await faces.read(ctx, params.faceid, own(ctx))
    freshlyProven(ctx)
    return faces.remove(ctx, params.faceid, own(ctx))
  },
})

export const selfFacesModule: Module = {
  routes: [selfFaceRoutes],
}
