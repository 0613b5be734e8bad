import * as contract from '@signet/contract/access/locations'
import { routes } from '../../../kit/routes.ts'
import {
  changeSkips,
  forget,
  listSeen,
  locate,
  readExpected,
  readSkips,
  replaceExpected,
} from './locations.service.ts'

export { keepLocation, locationsQuery, riskQuery } from './locations.repository.ts'
export { historyBegins } from './locations.service.ts'

export const locationRoutes = routes(contract, {
  locateAddresses: (ctx, { body }) => locate(ctx, body.addresses),
  readExpectedLocations: (ctx, { params }) => readExpected(ctx, params.userid),
  replaceExpectedLocations: (ctx, { params, body }) =>
    replaceExpected(ctx, params.userid, body.locations),
  listUserLocations: (ctx, { params }) => listSeen(ctx, params.userid),
  forgetUserLocations: (ctx, { params }) => forget(ctx, params.userid),
  readUserRbaSettings: (ctx, { params }) => readSkips(ctx, params.userid),
  updateUserRbaSettings: (ctx, { params, body }) => changeSkips(ctx, params.userid, body),
})
