import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Links in mails that sign in. */
export const magicLinkFamily = family({
  name: 'magiclink',
  id: 'MagicLinkSettings',
  fields: z.object({
    /** A link may be the first factor of whoever is no administrator. */
    enabled: z.boolean(),
    lifeSeconds: z.int().min(60).max(900),
    resendSeconds: z.int().min(15).max(600),
    /**
     * Where a link that somebody asked for signs in: in the browser that asked alone; wherever it is
     * opened; or there too where it was asked for, when whoever opens it says so.
     */
    opening: z.enum(['SAME_BROWSER', 'ANY_BROWSER', 'WAITING_BROWSER']),
    /** A link that an administrator made. */
    issuedLifeSeconds: z.int().min(300).max(86_400),
    /** Administrators may be shown a link that they make, to hand it over themselves. */
    handOver: z.boolean(),
    /** Where links of administrators may lead besides the tenant's own host. */
    redirectOrigins: z
      .array(
        z
          .string()
          .max(200, abort)
          .check(z.url({ protocol: /^https$/ }))
          .refine((text) => URL.canParse(text) && new URL(text).origin === text, 'not_an_origin'),
      )
      .max(20, abort),
  }),
  defaults: {
    enabled: false,
    lifeSeconds: 600,
    resendSeconds: 60,
    opening: 'SAME_BROWSER',
    issuedLifeSeconds: 3600,
    handOver: false,
    redirectOrigins: [],
  },
})

export const readMagicLinkSettings = readSettings(magicLinkFamily, {
  summary: 'Whether and how links in mails sign in',
  catalogueId: 'get:web.v1.settings.magiclink',
})

export const updateMagicLinkSettings = updateSettings(magicLinkFamily, {
  locksOut: true,
  summary: 'Change whether and how links in mails sign in',
  description:
    'Administrators never sign in by a link, and a link never counts as one of two different factors beside something else that is held.',
  catalogueId: 'put:web.v1.settings.magiclink',
})
