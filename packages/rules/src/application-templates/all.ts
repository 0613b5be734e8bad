import { contentTemplates } from './content.ts'
import { developmentTemplates } from './development.ts'
import { operationsTemplates } from './operations.ts'
import { samlTemplates } from './saml.ts'
import { securityTemplates } from './security.ts'
import type { ApplicationTemplate, OidcTemplate } from './template.ts'
import { workTemplates } from './work.ts'

/** Named products that sign people in here by OpenID Connect. */
export const oidcProductTemplates: readonly OidcTemplate[] = [
  ...developmentTemplates,
  ...operationsTemplates,
  ...securityTemplates,
  ...workTemplates,
  ...contentTemplates,
]

export const productTemplates: readonly ApplicationTemplate[] = [
  ...oidcProductTemplates,
  ...samlTemplates,
]
