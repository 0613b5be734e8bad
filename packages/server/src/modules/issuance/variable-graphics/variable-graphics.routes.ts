import * as contract from '@signet/contract/issuance/variable-graphics'
import { routes } from '../../../kit/routes.ts'
import { create, list, read, remove, update } from './variable-graphics.service.ts'

export const variableGraphicRoutes = routes(contract, {
  listVariableGraphics: (ctx) => list(ctx),
  readVariableGraphic: (ctx, { params }) => read(ctx, params.id),
  createVariableGraphic: (ctx, { body }) => create(ctx, body),
  updateVariableGraphic: (ctx, { params, body }) => update(ctx, params.id, body),
  deleteVariableGraphic: (ctx, { params }) => remove(ctx, params.id),
})
