import * as contract from '@signet/contract/authenticators/kba'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { listQuestions, presentQuestion } from '../../settings/kba-questions/index.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { kba } from './kba.service.ts'

export const kbaModule: Module = {
  routes: [
    routes(contract, {
      listOfferedQuestions: async (ctx, { params }) =>
        (await listQuestions(ctx, params.locale)).map(presentQuestion),
      listUserQuestions: async (ctx, { params }) =>
        kba.listOf(ctx, (await readOwner(ctx, params.userid)).id),
      addUserQuestions: (ctx, { params, body }) =>
        ctx.transaction(async (ctx) =>
          kba.add(ctx, await expectAuthority(ctx, params.userid), body),
        ),
      replaceUserQuestions: (ctx, { params, body }) =>
        ctx.transaction(async (ctx) =>
          kba.replace(ctx, await expectAuthority(ctx, params.userid), body),
        ),
      deleteUserQuestions: (ctx, { params }) =>
        ctx.transaction(async (ctx) =>
          kba.removeAll(ctx, await expectAuthority(ctx, params.userid)),
        ),
      deleteUserQuestion: (ctx, { params }) =>
        ctx.transaction(async (ctx) =>
          kba.remove(ctx, await expectAuthority(ctx, params.userid), params.id),
        ),
      deleteKbaChallenge: (ctx, { params }) =>
        ctx.transaction(async (ctx) =>
          kba.forgetChallenge(ctx, await expectAuthority(ctx, params.userid)),
        ),
    }),
  ],
  secretColumns: ['user_questions.answer_hmac'],
}
