import * as contract from '@signet/contract/applications/templates'
import { routes } from '../../../kit/routes.ts'
import { listOidcApplications } from '../oidc-applications/index.ts'

const templates = [
  {
    id: 'OIDC_WEB',
    name: 'Web application',
    description: 'A server that renders pages and keeps a secret',
  },
  {
    id: 'OIDC_SPA',
    name: 'Single-page application',
    description: 'Runs in the browser; has no secret',
  },
  { id: 'OIDC_SERVER', name: 'Server', description: 'Calls APIs in its own name' },
  { id: 'OIDC_NATIVE', name: 'Native application', description: 'Installed on a desktop or phone' },
] as const

export const templateRoutes = routes(contract, {
  listApplicationTemplates: () =>
    templates.map((template) => ({ ...template, protocol: 'OIDC' as const })),
  listApplicationInfo: async (ctx) =>
    (await listOidcApplications(ctx.db, ctx.tenant.id)).map((row) => ({
      id: row.id,
      name: row.name,
      applicationType: row.application_type,
      templateId: row.application_type,
      enabled: row.enabled,
      logo: row.logo_uri,
    })),
})
