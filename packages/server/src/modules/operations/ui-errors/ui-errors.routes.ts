import * as contract from '@signet/contract/operations/ui-errors'
import { routes } from '../../../kit/routes.ts'
import { logByStranger } from '../../../platform/log/by-strangers.ts'

export const uiErrorRoutes = routes(contract, {
  reportUiError: ({ log, request, tenant }, { body }) => {
    logByStranger(log, {
      tenantId: tenant.id,
      level: 'warn',
      message: 'error of the user interface',
      fields: { requestId: request.id, uiError: body },
    })
    return undefined
  },
})
