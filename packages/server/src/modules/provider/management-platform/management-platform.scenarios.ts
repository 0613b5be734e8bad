import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    updateManagementPlatform: ({ keep, ctx }) => ({
      body: {
        enabled: true,
        // Another one with each call: it is seen by the providers below.
        url: `https://platform.example.com/${ctx.platform.ids.random(6).toString('hex')}`,
        secrets: { apiKey: keep(ctx.platform.ids.random(18).toString('base64url')) },
      },
    }),
    testManagementPlatform: () => ({ body: {} }),
  },
  alteredBy: {
    readEffectivePlatform: ['updateManagementPlatform'],
  },
  shownIn: {
    testManagementPlatform: 'modules/provider/management-platform/management-platform.test.ts',
  },
}
