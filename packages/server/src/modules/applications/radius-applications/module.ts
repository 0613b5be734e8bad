import * as contract from '@signet/contract/applications/radius-applications'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import {
  change,
  create,
  generateSecret,
  listAll,
  read,
  remove,
} from './radius-applications.service.ts'

export const radiusApplicationsModule: Module = {
  routes: [
    routes(contract, {
      listRadiusApplications: listAll,
      createRadiusApplication: (ctx, { body }) => create(ctx, body),
      readRadiusApplication: (ctx, { params }) => read(ctx, params.id),
      updateRadiusApplication: (ctx, { params, body }) => change(ctx, params.id, body),
      deleteRadiusApplication: (ctx, { params }) => remove(ctx, params.id),
      generateRadiusSecret: (ctx, { body }) => generateSecret(ctx, body.id),
    }),
  ],
  secretColumns: ['radius_applications.sealed_secret'],
}
