import { defaultUserTab, userTabs } from '@signet/rules/users'
import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'
import { GoogleAuthenticatorOverride, HttpsUrl, UserTabConfiguration } from './user-tabs.ts'

export const userPortalFamily = family({
  name: 'userportal',
  id: 'UserPortalSettings',
  fields: z.object({
    userTabConfiguration: UserTabConfiguration,
    /** The tenant's own guide, in the place of ours. */
    userGuideUrl: HttpsUrl.nullable(),
    googleAuthenticatorOverride: GoogleAuthenticatorOverride,
  }),
  defaults: {
    userTabConfiguration: {
      defaultTab: defaultUserTab,
      showApplications: true,
      showAuthenticators: true,
      showDevices: true,
      showMyActivities: true,
      showProfile: true,
      showTenants: true,
    },
    userGuideUrl: null,
    googleAuthenticatorOverride: {},
  },
  rule: ({ userTabConfiguration: tabs }) =>
    tabs[userTabs[tabs.defaultTab]]
      ? []
      : [{ path: 'userTabConfiguration.defaultTab', message: 'hidden_tab' }],
})

export const readUserPortalSettings = readSettings(userPortalFamily, {
  summary: 'What the user portal shows',
})

export const updateUserPortalSettings = updateSettings(userPortalFamily, {
  summary: 'Change what the user portal shows',
  description: 'People see it with the next page they load.',
})
