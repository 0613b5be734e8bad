import * as contract from '@signet/contract/access/sign-up'
import { routes } from '../../../kit/routes.ts'
import { complete, read, request } from './sign-up.service.ts'
import { listPaged, remove } from './waiting.service.ts'

export const signUpRoutes = routes(contract, {
  requestSignUp: (ctx, { body }) => request(ctx, body),
  readSignUp: (ctx, { body }) => read(ctx, body.signUpToken),
  completeSignUp: (ctx, { body }) => complete(ctx, body),
  listSignUps: (ctx, { body }) => listPaged(ctx, body),
  deleteSignUp: (ctx, { params }) => remove(ctx, params.id),
})
