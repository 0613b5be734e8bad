import * as contract from '@signet/contract/authenticators/passthrough'
import { routes } from '../../../kit/routes.ts'
import { definitionQuery, isPassed, judgePassword, pretendToJudge, readOwn } from './judging.ts'
import { change, create, listAll, read, remove } from './passthrough.service.ts'

export { create as createPassthrough } from './passthrough.service.ts'

export const passthrough = { definitionQuery, isPassed, judgePassword, pretendToJudge } as const

export const passthroughRoutes = routes(contract, {
  listPassthroughs: listAll,
  readPassthrough: (ctx, { params }) => read(ctx, params.id),
  createPassthrough: (ctx, { body }) => create(ctx, body),
  updatePassthrough: (ctx, { params, body }) => change(ctx, params.id, body),
  deletePassthrough: (ctx, { params }) => remove(ctx, params.id),
  readOwnPassthrough: readOwn,
})
