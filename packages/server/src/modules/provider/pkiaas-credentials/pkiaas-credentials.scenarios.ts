import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    updatePkiaasCredentials: ({ keep, ctx }) => ({
      body: {
        enabled: true,
        // Another one with each call: it is seen by the tenants.
        url: `https://pki.example.com/${ctx.platform.ids.random(6).toString('hex')}`,
        secrets: { apiKey: keep(ctx.platform.ids.random(18).toString('base64url')) },
      },
    }),
    testPkiaasCredentials: () => ({ body: {} }),
  },
  alteredBy: {
    readInheritedPkiaas: ['updatePkiaasCredentials'],
  },
  shownIn: {
    testPkiaasCredentials: 'modules/provider/pkiaas-credentials/pkiaas-credentials.test.ts',
  },
}
