import * as contract from '@signet/contract/access/self'
import * as values from '@signet/contract/access/self-values'
import { type Route, routes } from '../../../kit/routes.ts'
import { completeRegistration, readRegistration } from '../registration/index.ts'
import {
  listOwnRoles,
  readPreference,
  readSelf,
  readSettings,
  readVerification,
  updateSelf,
} from './self-user.service.ts'
import { merge, read, replace } from './self-values.service.ts'

export const selfUserRoutes: readonly Route[] = [
  ...routes(contract, {
    readSelf,
    updateSelf: (ctx, { body }) => updateSelf(ctx, body),
    listOwnRoles,
    readSelfSettings: readSettings,
    readSelfVerification: readVerification,
    readSelfRegistration: readRegistration,
    completeSelfRegistration: completeRegistration,
    readPreferredAuthenticator: readPreference,
  }),
  ...routes(values, {
    readSelfValues: read,
    replaceSelfValues: (ctx, { body }) => replace(ctx, body.values),
    mergeSelfValues: (ctx, { body }) => merge(ctx, body.values),
  }),
]
