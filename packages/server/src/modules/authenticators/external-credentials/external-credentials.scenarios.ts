import { buildUser } from '../../../../testing/builders.ts'
import { judgingConnector } from '../../../security/sweep/calls/settings.ts'
import { anyUser } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    readExternalCredential: async ({ ctx }) => ({
      params: { type: 'OTP' },
      query: { userId: (await buildUser(ctx)).id },
    }),
    assignExternalCredential: async ({ ctx }) => ({
      params: { type: 'OTP' },
      body: { userId: (await buildUser(ctx)).id, credential: 'device-1' },
    }),
    readExternalCredentialSettings: () => ({ params: { type: 'OTP' } }),
    updateExternalCredentialSettings: () => ({
      params: { type: 'OTP' },
      body: { connector: { ...judgingConnector, body: '{"code":"{{REQ.response}}"}' } },
    }),
  },
  bodyIds: {
    assignExternalCredential: {
      build: anyUser,
      body: (userId) => ({ userId, credential: 'device-1' }),
      params: () => Promise.resolve({ type: 'OTP' }),
    },
  },
}
