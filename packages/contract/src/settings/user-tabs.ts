import { abort } from '@signet/rules/abort'
import { locales } from '@signet/rules/locales'
import { isHttpsUrl } from '@signet/rules/uris'
import { userTabNames } from '@signet/rules/users'
import { z } from 'zod'
import { Line } from '../kit/schemas.ts'

export const HttpsUrl = z.string().max(500, abort).refine(isHttpsUrl, 'not_https')

export const UserTabConfiguration = z
  .object({
    /** Where people start. */
    defaultTab: z.enum(userTabNames),
    showApplications: z.boolean(),
    showAuthenticators: z.boolean(),
    showDevices: z.boolean(),
    showMyActivities: z.boolean(),
    showProfile: z.boolean(),
    /** Only where there are tenants to show: at service providers. */
    showTenants: z.boolean(),
  })
  .meta({ id: 'UserTabConfiguration' })

/** Another app's name and store links, by language. */
export const GoogleAuthenticatorOverride = z.partialRecord(
  z.enum(locales),
  z.object({ name: Line(100), androidUrl: HttpsUrl, iosUrl: HttpsUrl }),
)
