import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Uuid } from '../kit/schemas.ts'

export const readSamlDenial = endpoint({
  method: 'POST',
  path: '/api/web/v1/authentication/saml/denied',
  actor: 'public',
  body: z.object({ uid: z.string().min(10).max(2000, abort) }).meta({ id: 'SamlDenialQuery' }),
  answer: z
    .object({
      applicationName: z.string(),
      /** By which decision the application is closed to whoever is signed in, and the way back to it. */
      denied: z.object({ decision: Uuid.nullable(), redirect: z.string() }),
    })
    .meta({ id: 'SamlDenial' }),
  errors: ['no_transaction'],
  audit: null,
  limit: 'authenticate',
  api: 'authentication',
  summary: 'Which SAML application is closed to whoever is signed in, and by which decision',
  description:
    'For the browser that the application has sent here, before the application hears of it.',
})
