import * as contract from '@signet/contract/issuance/printer-search'
import { routes } from '../../../kit/routes.ts'
import { setBundleFlag } from '../../tenancy/entitlements/index.ts'
import {
  accountSummary,
  changeOptIn,
  listAccounts,
  listPrinters,
  parentName,
  readBundle,
  readOptIn,
  saveBundle,
} from './printer-search.service.ts'

export const printerSearchRoutes = routes(contract, {
  readFleetOptIn: (ctx) => readOptIn(ctx),
  changeFleetOptIn: (ctx, { body }) => changeOptIn(ctx, body.optedIn),
  readParentCompanyName: (ctx) => parentName(ctx),
  listFleetAccounts: (ctx, { query }) => listAccounts(ctx, query.query),
  readFleetAccount: (ctx, { params }) => accountSummary(ctx, params.accountId),
  changeAccountBundle: (ctx, { params, body }) =>
    setBundleFlag(ctx, params.accountId, { flag: params.bundle, enabled: body.enabled }),
  listFleetPrinters: (ctx) => listPrinters(ctx, null),
  searchFleetPrinters: (ctx, { body }) => listPrinters(ctx, body),
  readRibbonBundle: (ctx, { params }) => readBundle(ctx, params.ribbonId),
  saveRibbonBundle: (ctx, { params, body }) => saveBundle(ctx, params.ribbonId, body),
})
