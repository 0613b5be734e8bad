import * as contract from '@signet/contract/operations/ui-errors'
import { routes } from '../../../kit/routes.ts'

export const uiErrorRoutes = routes(contract, {
  reportUiError: ({ log, request }, { body }) => {
    log.warn({ requestId: request.id, uiError: body }, 'error of the user interface')
    return undefined
  },
})
