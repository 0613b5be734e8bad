import { abort } from '@signet/rules/abort'
import { isOrigin } from '@signet/rules/uris'
import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

const hasAnyPort = (origin: string): boolean => origin.endsWith(':*')

export const corsFamily = family({
  name: 'cors',
  id: 'CorsSettings',
  fields: z.object({
    /** Web origins whose pages may call the API; `*` may stand for the port. */
    origins: z.array(z.string().max(300, abort).refine(isOrigin, 'not_an_origin')).max(100, abort),
    /** Whether those pages may send and receive the cookie of a sign-in. */
    allowCredentials: z.boolean(),
    /** How long a browser may keep an answer about an origin. */
    maxAgeSeconds: z.int().min(0).max(86_400),
  }),
  defaults: { origins: [], allowCredentials: false, maxAgeSeconds: 600 },
  rule: ({ origins, allowCredentials }) => [
    ...(new Set(origins).size === origins.length
      ? []
      : [{ path: 'origins', message: 'named_twice' }]),
    ...(allowCredentials && origins.some(hasAnyPort)
      ? [{ path: 'allowCredentials', message: 'any_port_with_credentials' }]
      : []),
  ],
})

export const readCorsSettings = readSettings(corsFamily, {
  summary: 'Which web origins may call the API',
})

export const updateCorsSettings = updateSettings(corsFamily, {
  summary: 'Change which web origins may call the API',
  description:
    'Answers name the one origin that asked, never `*`. Credentials are allowed only to origins with a port of their own.',
})
