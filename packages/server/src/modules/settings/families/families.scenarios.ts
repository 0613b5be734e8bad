import { provisionable } from '@signet/contract/settings/authenticatorprovisioning'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

const onDesktops = () => ({ params: { platform: 'desktop' } })

export const scenarios: SubjectScenarios = {
  calls: {
    updateFidoAndroidConfiguration: () => ({
      body: {
        apps: [
          {
            packageName: 'example.acme.app',
            sha256CertFingerprints: [Array(32).fill('AA').join(':')],
          },
        ],
      },
    }),
    updateFidoIosConfiguration: () => ({ body: { apps: ['ABCDE12345.example.acme.app'] } }),
    updateTenantSettings: () => ({ body: { companyState: 'Ontario' } }),
    updateBlacklistedPasswords: () => ({ body: { words: ['acme-corporation'] } }),
    updateAuthenticatorProvisioning: () => ({ body: { selfService: provisionable.toReversed() } }),
    updateUserPortalSettings: () => ({ body: { userGuideUrl: 'https://intranet.example/guide' } }),
    updateAuthenticatorAppSettings: () => ({ body: { issuer: 'Acme' } }),
    updateBlocklist: () => ({ body: { userIds: ['blocked-user'] } }),
    updateVerificationSettings: async ({ ctx, admin }) => {
      await ctx.db
        .updateTable('users')
        .set({ email: 'proven@example.test', email_verified: true })
        .where('id', '=', admin.id)
        .execute()
      return { body: {} }
    },
    readDeviceAttributes: onDesktops,
    updateDeviceAttributes: () => ({ ...onDesktops(), body: { attributes: ['browser'] } }),
  },
  bodyIds: {
    // AAGUIDs: kinds of authenticators, no rows.
    updateFidoSettings: null,
  },
}
