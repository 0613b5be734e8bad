import * as contract from '@signet/contract/access/sign-up'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { complete, read, request } from './sign-up.service.ts'
import { listPaged, remove } from './waiting.service.ts'

export const signUpModule: Module = {
  routes: [
    routes(contract, {
      requestSignUp: (ctx, { body }) => request(ctx, body),
      readSignUp: (ctx, { body }) => read(ctx, body.signUpToken),
      completeSignUp: (ctx, { body }) => complete(ctx, body),
      listSignUps: (ctx, { body }) => listPaged(ctx, body),
      deleteSignUp: (ctx, { params }) => remove(ctx, params.id),
    }),
  ],
  retention: [{ table: 'sign_ups', column: 'expires_at', graceMillis: day }],
  secretColumns: ['sign_ups.token_hash'],
}
