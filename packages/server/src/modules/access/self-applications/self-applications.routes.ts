import * as contract from '@signet/contract/access/self-applications'
import { routes } from '../../../kit/routes.ts'
import { changeFavorite, listOwn } from './self-applications.service.ts'

export const selfApplicationRoutes = routes(contract, {
  listOwnApplications: listOwn,
  changeFavoriteApplication: (ctx, { body }) => changeFavorite(ctx, body),
})
