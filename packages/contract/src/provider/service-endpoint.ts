import { abort } from '@signet/rules/abort'
import { requiredErrorKey } from '@signet/rules/text'
import { isWebUrl } from '@signet/rules/uris'
import { z } from 'zod'
import { family } from '../kit/settings-family.ts'

export const serviceAuthentications = ['API_KEY', 'CLIENT_CERTIFICATE'] as const

const fields = z.object({
  enabled: z.boolean(),
  /** Where the service is called. Addresses inside the network and plain HTTP are refused. */
  url: z
    .string()
    .trim()
    .max(2000, abort)
    .refine((url) => url === '' || isWebUrl(url), 'url_invalid'),
  /** `API_KEY` is sent as a bearer token; `CLIENT_CERTIFICATE` is shown in the TLS handshake. */
  authentication: z.enum(serviceAuthentications),
  /** PEM of the client certificate, with those that issued it. */
  certificate: z.string().trim().max(16_000, abort),
})

/** A service of another company, and by what the provider authenticates there. */
export const serviceEndpointFamily = (name: string, id: string) =>
  family({
    name,
    id,
    fields,
    defaults: { enabled: false, url: '', authentication: 'API_KEY', certificate: '' },
    rule: ({ enabled, url, authentication, certificate }) => [
      ...(enabled && url === '' ? [{ path: 'url', message: requiredErrorKey }] : []),
      ...(enabled && authentication === 'CLIENT_CERTIFICATE' && certificate === ''
        ? [{ path: 'certificate', message: requiredErrorKey }]
        : []),
    ],
    secrets: ['apiKey', 'privateKey'],
    clearsSecrets: ['url'],
  })
