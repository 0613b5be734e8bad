import * as contract from '@signet/contract/operations/ui-errors'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { logByStranger } from '../../../platform/log/by-strangers.ts'

export const uiErrorsModule: Module = {
  routes: [
    routes(contract, {
      reportUiError: ({ log, request, tenant }, { body }) => {
        logByStranger(log, {
          tenantId: tenant.id,
          level: 'warn',
          message: 'error of the user interface',
          fields: { requestId: request.id, uiError: body },
        })
        return undefined
      },
    }),
  ],
}
