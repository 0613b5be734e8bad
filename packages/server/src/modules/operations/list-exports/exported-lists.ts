import { listSignUps } from '@signet/contract/access/sign-up'
import { listOauthRoles } from '@signet/contract/applications/oauth-roles'
import { listOidcClaims } from '@signet/contract/applications/oidc-claims'
import { listResourceApis } from '@signet/contract/applications/resource-apis'
import { listApplicationInfo } from '@signet/contract/applications/templates'
import { listAssignedGrids, listUnassignedGrids } from '@signet/contract/authenticators/grid-lists'
import {
  listAssignedTokens,
  listUnassignedTokens,
} from '@signet/contract/authenticators/hardware-tokens'
import { listTextMessages } from '@signet/contract/authenticators/otps'
import { listGroupsPaged } from '@signet/contract/identity/groups'
import { listOrganizationsPaged } from '@signet/contract/identity/organizations'
import { listRoles } from '@signet/contract/identity/roles'
import { listUserAttributes } from '@signet/contract/identity/user-attributes'
import { listUsers } from '@signet/contract/identity/user-lists'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { listArchives } from '@signet/contract/operations/archives'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { listBulkOperations } from '@signet/contract/operations/bulk-operations'
import { listReports } from '@signet/contract/operations/saved-reports'
import { listScheduledTasks } from '@signet/contract/operations/scheduled-tasks'
import { listWebhookDeliveries } from '@signet/contract/operations/webhook-deliveries'
import { listWebhooks } from '@signet/contract/operations/webhooks'
import { listEmailMessages } from '@signet/contract/settings/email-messages'
import { listEmailTemplates } from '@signet/contract/settings/email-templates'
import { listGroupPolicies } from '@signet/contract/settings/grouppolicy'
import type { ExportedList } from '@signet/rules/list-exports'
import type { Need } from '@signet/rules/permissions'
import { z } from 'zod'

/** The call whose answers make each file: what it shows is what is exported. */
const endpoints: Readonly<Record<ExportedList, Endpoint & { readonly needs: Need }>> = {
  users: listUsers,
  groups: listGroupsPaged,
  organizations: listOrganizationsPaged,
  roles: listRoles,
  userattributes: listUserAttributes,
  oauthroles: listOauthRoles,
  applications: listApplicationInfo,
  auditevents: listAuditEvents,
  archives: listArchives,
  bulkoperations: listBulkOperations,
  reports: listReports,
  webhooks: listWebhooks,
  webhookdeliveries: listWebhookDeliveries,
  emailmessages: listEmailMessages,
  textmessages: listTextMessages,
  scheduledtasks: listScheduledTasks,
  emailtemplates: listEmailTemplates,
  signups: listSignUps,
  assignedtokens: listAssignedTokens,
  unassignedtokens: listUnassignedTokens,
  assignedgrids: listAssignedGrids,
  unassignedgrids: listUnassignedGrids,
  grouppolicies: listGroupPolicies,
  resourceserverapis: listResourceApis,
  oidcclaims: listOidcClaims,
}

export interface ListFacts {
  readonly endpoint: Endpoint & { readonly needs: Need }
  /** Whether it comes in pages. */
  readonly isPaged: boolean
  /** The field that names a row. */
  readonly key: string
  /** The fields of its rows. */
  readonly fields: readonly string[]
}

const rowsOf = ({ answer }: Endpoint): z.ZodObject => {
  const rows = answer instanceof z.ZodObject ? answer.shape.results : answer
  if (rows instanceof z.ZodArray && rows.element instanceof z.ZodObject) return rows.element
  throw new Error('the answer of a list is a page or an array of objects')
}

export const factsOf = (list: ExportedList): ListFacts => {
  const endpoint = endpoints[list]
  return {
    endpoint,
    isPaged: endpoint.answer instanceof z.ZodObject,
    key: list === 'emailtemplates' ? 'type' : 'id',
    fields: Object.keys(rowsOf(endpoint).shape),
  }
}
