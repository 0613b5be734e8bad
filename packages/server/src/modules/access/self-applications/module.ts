import * as contract from '@signet/contract/access/self-applications'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { changeFavorite, listOf, listOwn, open, validate } from './self-applications.service.ts'

export const selfApplicationsModule: Module = {
  routes: [
    routes(contract, {
      listOwnApplications: listOwn,
      changeFavoriteApplication: (ctx, { body }) => changeFavorite(ctx, body),
      validateUserApplication: (ctx, { body }) => validate(ctx, body.applicationId),
      openUserApplication: (ctx, { params }) => open(ctx, params.id),
      listUserApplications: (ctx, { params }) => listOf(ctx, params.userid),
    }),
  ],
}
