import * as contract from '@signet/contract/access/weakest-ways'
import * as held from '@signet/contract/settings/heldstatements'
import { type Route, routes } from '../../../kit/routes.ts'
import { settingsOf } from '../../settings/families/index.ts'
import { watching } from './watching.ts'
import { ofApplication, ofGroup, ofUser, statements } from './weakest-ways.service.ts'

export { holdingStatements, weighingPassword } from './held-statements.ts'
export { checkHeldStatements } from './watching.ts'

const ofHeld = settingsOf(held.heldStatementsFamily)

export const weakestWayRoutes: readonly Route[] = [
  ...routes(contract, {
    readUserWays: (ctx, { params }) => ofUser(ctx, params.id),
    readGroupWays: (ctx, { params }) => ofGroup(ctx, params.id),
    readApplicationWays: (ctx, { params }) => ofApplication(ctx, params.id),
    listWayStatements: statements,
  }),
  ...routes(held, {
    readHeldStatements: ofHeld.read,
    updateHeldStatements: watching(ofHeld.update),
  }),
]
