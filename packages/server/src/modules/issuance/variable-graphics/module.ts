import * as contract from '@signet/contract/issuance/variable-graphics'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { create, list, read, remove, update } from './variable-graphics.service.ts'

export const variableGraphicsModule: Module = {
  routes: [
    routes(contract, {
      listVariableGraphics: list,
      readVariableGraphic: (ctx, { params }) => read(ctx, params.id),
      createVariableGraphic: (ctx, { body }) => create(ctx, body),
      updateVariableGraphic: (ctx, { params, body }) => update(ctx, params.id, body),
      deleteVariableGraphic: (ctx, { params }) => remove(ctx, params.id),
    }),
  ],
}
