import * as contract from '@signet/contract/issuance/field-connections'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { readValues } from './connected-values.ts'
import { add, list, remove, replace } from './field-connections.service.ts'

export const fieldConnectionsModule: Module = {
  routes: [
    routes(contract, {
      listFieldConnections: (ctx, { params }) => list(ctx, params.workflowId),
      addFieldConnections: (ctx, { params, body }) => add(ctx, params.workflowId, body.connections),
      replaceFieldConnections: (ctx, { params, body }) =>
        replace(ctx, params.workflowId, body.connections),
      deleteFieldConnection: (ctx, { params }) => remove(ctx, params.workflowId, params.fieldId),
      readConnectedValues: (ctx, { params, body }) => readValues(ctx, params.workflowId, body.keys),
    }),
  ],
  openColumns: ['field_connections.key_column', 'field_connections.key_field_id'],
}
