import * as contract from '@signet/contract/authenticators/magic-links'
import { routes } from '../../../kit/routes.ts'
import { inform, put, read, remove } from './magic-links.service.ts'

export const magicLinkRoutes = routes(contract, {
  readMagicLink: (ctx, { params }) => read(ctx, params.userid),
  putMagicLink: (ctx, { params, body }) => ctx.transaction((ctx) => put(ctx, params.userid, body)),
  deleteMagicLink: (ctx, { params }) => ctx.transaction((ctx) => remove(ctx, params.userid)),
  readMagicLinkInformation: (ctx, { params }) => inform(ctx, params.userid),
})
