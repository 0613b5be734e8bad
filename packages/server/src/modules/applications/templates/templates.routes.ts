import * as contract from '@signet/contract/applications/templates'
import { oidcProductTemplates } from '@signet/rules/application-templates/all'
import { type OidcTemplate, parametersOf } from '@signet/rules/application-templates/template'
import { routes } from '../../../kit/routes.ts'
import { listInfo } from './application-info.repository.ts'
import { kinds } from './kinds.ts'

const withoutProduct = {
  category: null,
  parameters: [],
  redirectUris: [],
  postLogoutRedirectUris: [],
  initiateLoginUri: null,
  place: null,
}

const presentProduct = (template: OidcTemplate) => ({
  id: template.id,
  name: template.name,
  protocol: template.protocol,
  description: '',
  applicationType: template.applicationType,
  category: template.category,
  parameters: [...parametersOf(template)],
  redirectUris: [...template.redirectUris],
  postLogoutRedirectUris: [...(template.postLogoutRedirectUris ?? [])],
  initiateLoginUri: template.launch ?? null,
  place: template.place,
})

const templates = [
  ...kinds.map((kind) => ({ ...kind, ...withoutProduct, applicationType: kind.id })),
  ...oidcProductTemplates.map(presentProduct),
]

export const templateRoutes = routes(contract, {
  listApplicationTemplates: () => templates,
  listApplicationInfo: async (ctx) =>
    (await listInfo(ctx)).map((row) => ({
      id: row.id,
      name: row.name,
      applicationType: row.application_type,
      templateId: row.template_id,
      enabled: row.enabled,
      logo: row.logo,
    })),
})
