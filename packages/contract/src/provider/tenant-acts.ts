import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams } from '../kit/schemas.ts'
import { ofTenants } from './subscribers.ts'
import { TenantDetails } from './tenants.ts'

const { edit } = callsOn('TENANTS', ofTenants)
const path = '/api/web/v1/serviceprovider/subscribers'

const act = {
  ...edit,
  params: IdParams,
  answer: TenantDetails,
  errors: ['not_found', 'precondition_failed'],
  sensitive: true,
} as const

const told =
  'The super administrators of the tenant are notified by email, and both audit logs keep it.'

export const promoteSubscriber = endpoint({
  ...act,
  path: `${path}/:id/promote`,
  catalogueId: 'put:web.v1.serviceprovider.subscribers.id.promote',
  audit: 'TENANT_PROMOTED',
  summary: 'Promote a tenant from trial to production',
  description: `Its contract mode and that of its entitlements become \`PRODUCTION\`; allotments and end dates stay. ${told}`,
})

export const resetSubscriberMailServer = endpoint({
  ...act,
  path: `${path}/:id/resetmailserver`,
  audit: 'TENANT_MAIL_SERVER_RESET',
  summary: 'Reset the mail server of a tenant to the operator’s',
  description: `For a tenant whose own mail server delivers nothing, sign-in codes included. Its settings and secrets are deleted. ${told}`,
})

export const resetSubscriberResourceRules = endpoint({
  ...act,
  path: `${path}/:id/resetresourcerules`,
  catalogueId: 'put:web.v1.serviceprovider.subscribers.id.resetresourcerules',
  errors: [...act.errors, 'name_exists'],
  audit: 'TENANT_RULES_RESET',
  summary: 'Reset the resource rules of a tenant’s portals',
  description: `For a tenant whose rules keep its administrators out. The rules of the user portal and the administration portal become those of a new tenant; rules of applications stay. ${told}`,
})
