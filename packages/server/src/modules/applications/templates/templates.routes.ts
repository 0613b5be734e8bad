import * as contract from '@signet/contract/applications/templates'
import { productTemplates } from '@signet/rules/application-templates/all'
import {
  type ApplicationTemplate,
  type OidcTemplate,
  parametersOf,
  type SamlTemplate,
} from '@signet/rules/application-templates/template'
import { usualTokenAlgorithm } from '@signet/rules/applications'
import type { Context } from '../../../kit/context.ts'
import { routes } from '../../../kit/routes.ts'
import { isNamed } from '../../../platform/db/name-search.ts'
import { settings } from '../../settings/families/index.ts'
import { listInfo } from './application-info.repository.ts'
import { kinds } from './kinds.ts'

const withoutProduct = {
  category: null,
  parameters: [],
  redirectUris: [],
  entityId: null,
  attributes: [],
  postLogoutRedirectUris: [],
  initiateLoginUri: null,
  place: null,
  idTokenSigningAlgorithm: null,
  pkceOptional: false,
  claimsInIdTokens: false,
}

const ofOidc = (template: OidcTemplate) => ({
  applicationType: template.applicationType,
  redirectUris: [...template.redirectUris],
  entityId: null,
  attributes: [],
  postLogoutRedirectUris: [...(template.postLogoutRedirectUris ?? [])],
  idTokenSigningAlgorithm: template.idTokenSigningAlgorithm ?? 'RS256',
  pkceOptional: template.pkceOptional ?? false,
  claimsInIdTokens: template.claimsInIdTokens ?? false,
})

const samlAttribute = ([name, source]: readonly [string, string]) => ({
  name,
  ...(source === 'groups'
    ? ({ source: 'GROUPS', value: '' } as const)
    : ({ source: 'USER_ATTRIBUTE', value: source } as const)),
})

const ofSaml = ({ acsUrl, entityId, attributes = [] }: SamlTemplate) => ({
  applicationType: 'SAML',
  redirectUris: [acsUrl],
  entityId,
  attributes: attributes.map(samlAttribute),
  postLogoutRedirectUris: [],
  idTokenSigningAlgorithm: null,
  pkceOptional: false,
  claimsInIdTokens: false,
})

const presentProduct = (template: ApplicationTemplate) => ({
  ...(template.protocol === 'OIDC' ? ofOidc(template) : ofSaml(template)),
  id: template.id,
  name: template.name,
  protocol: template.protocol,
  description: '',
  category: template.category,
  parameters: [...parametersOf(template)],
  initiateLoginUri: template.launch ?? null,
  place: template.place,
})

const templates = [
  ...kinds.map((kind) => ({
    ...withoutProduct,
    ...kind,
    applicationType: kind.id,
    idTokenSigningAlgorithm: kind.protocol === 'OIDC' ? usualTokenAlgorithm(kind.id) : null,
  })),
  ...productTemplates.map(presentProduct),
]

/** Every tenant has one; nothing of it stands among the applications that were added. */
const portalInfo = async (ctx: Context) => {
  const { name, enabled } = await settings.userPortalApplication(ctx)
  return {
    id: 'USER_PORTAL',
    name: name ?? 'User portal',
    applicationType: 'USER_PORTAL',
    templateId: 'USER_PORTAL',
    enabled,
    logo: null,
    selfRegistered: false,
  }
}

export const templateRoutes = routes(contract, {
  listApplicationTemplates: () => templates,
  listApplicationInfo: async (ctx, { query }) => {
    const portal = await portalInfo(ctx)
    const others = await listInfo(ctx, query)
    return [...(isNamed(portal.name, query) ? [portal] : []), ...others].slice(0, query.limit)
  },
})
