import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  shownIn: {
    listActiveEntitlements: 'modules/tenancy/entitlements/entitlements.test.ts',
    listBundles: 'modules/tenancy/entitlements/entitlements.test.ts',
    listFeatures: 'modules/tenancy/entitlements/entitlements.test.ts',
    listUsageMonths: 'modules/tenancy/entitlements/usage-months.test.ts',
    readEntitlementInfo: 'modules/tenancy/entitlements/entitlements.test.ts',
  },
}
