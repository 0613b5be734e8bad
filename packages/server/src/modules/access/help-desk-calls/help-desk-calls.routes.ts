import * as contract from '@signet/contract/access/help-desk-calls'
import { routes } from '../../../kit/routes.ts'
import { start, wait } from './help-desk-calls.service.ts'

export const helpDeskCallRoutes = routes(contract, {
  startHelpDeskCall: (ctx, { params }) => start(ctx, params.userid),
  waitForHelpDeskCall: (ctx, { params }) => wait(ctx, params),
})
