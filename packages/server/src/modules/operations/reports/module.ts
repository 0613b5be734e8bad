import * as contract from '@signet/contract/operations/reports'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { alerts } from './alerts.service.ts'
import * as service from './reports.service.ts'
import { textMessages } from './text-messages.ts'

export const reportsModule: Module = {
  routes: [
    routes(contract, {
      countAuthentications: (ctx, { body }) => service.authentications(ctx, body),
      countActiveUsers: (ctx, { body }) => service.activeUsers(ctx, body),
      listFailedAuthentications: (ctx, { body }) => service.failedAuthentications(ctx, body),
      countOutcomes: (ctx, { body }) => service.outcomes(ctx, body),
      countActiveApplications: (ctx, { body }) => service.activeApplications(ctx, body),
      countAuthenticationsByApplication: (ctx, { body }) =>
        service.authenticationsByApplication(ctx, body),
      countAuthenticationsByAuthenticator: (ctx, { body }) =>
        service.authenticationsByAuthenticator(ctx, body),
      countAuthenticationsByCountry: (ctx, { body }) => service.authenticationsByCountry(ctx, body),
      countApplications: (ctx) => service.applications(ctx),
      countAuthenticatorTypes: (ctx) => service.authenticatorTypes(ctx),
      countTextMessages: (ctx, { body }) => textMessages(ctx, body),
      countUsers: (ctx, { body }) => service.users(ctx, body),
      listAlerts: (ctx, { body }) => alerts(ctx, body),
    }),
  ],
}
