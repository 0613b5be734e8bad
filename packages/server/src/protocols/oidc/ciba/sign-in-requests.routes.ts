import * as contract from '@signet/contract/access/sign-in-requests'
import { routes } from '../../../kit/routes.ts'
import { decide, listOwn } from './sign-in-request-decisions.ts'

export const signInRequestRoutes = routes(contract, {
  listSignInRequests: async (ctx) => ({ requests: await listOwn(ctx) }),
  decideSignInRequest: (ctx, { body }) => decide(ctx, body),
})
