import * as contract from '@signet/contract/access/user-codes'
import { routes } from '../../../kit/routes.ts'
import { decide, look } from './user-codes.ts'

export const userCodeRoutes = routes(contract, {
  readUserCode: (ctx, { body }) => look(ctx, body.userCode),
  decideUserCode: (ctx, { body }) => decide(ctx, body),
})
