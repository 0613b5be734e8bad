import { updateTenantSettings } from '@signet/contract/settings/tenant'
import { updating } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    updateAccountInfo: () => ({ body: { companyCountry: 'Canada' } }),
  },
  alteredBy: {
    readPublicAccount: updating(updateTenantSettings, { companyName: 'Acme' }),
  },
  constant: {
    readServiceAddresses: 'The network interfaces of the node that answers',
  },
}
