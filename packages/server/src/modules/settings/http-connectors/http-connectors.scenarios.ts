import { connector } from '../../../security/sweep/calls/settings.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

const openConnector = { ...connector, authType: 'None' }

export const scenarios: SubjectScenarios = {
  calls: {
    testConnector: () => ({ body: { use: 'OTP', connector: openConnector } }),
    testOtpProviders: () => ({ body: { use: 'OTP', connector: openConnector } }),
  },
  computes: {
    listConnectorPlaceholders: { use: 'RISK' },
    listConnectorResultItems: { answer: '{"ok":true}' },
  },
  shownIn: {
    testConnector: 'modules/settings/http-connectors/http-connectors.test.ts',
    testOtpProviders: 'modules/provider/otp-providers/otp-providers.test.ts',
  },
}
