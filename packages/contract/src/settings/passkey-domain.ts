import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, abort)
  .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/)

/** For whom passkeys are created (WebAuthn Level 3, RP ID). */
export const PasskeyDomain = z
  .object({
    /** Of the public URL. */
    host: z.string(),
    /** The domain above the host name; null: passkeys are for the host name alone. */
    domain: z.string().nullable(),
    /** The RP ID of new passkeys. */
    rpId: z.string(),
    /** Domains above the host name, each with the TXT record that proves it. */
    candidates: z.array(
      z.object({ domain: z.string(), recordName: z.string(), recordValue: z.string() }),
    ),
    /** Passkeys of users by their RP ID. Those of another than the present one are accepted too. */
    passkeys: z.array(z.object({ rpId: z.string(), count: z.int() })),
    /** What `https://RP-ID/.well-known/webauthn` answers, for a domain that another server answers at. */
    relatedOrigins: z.object({ origins: z.array(z.string()) }),
  })
  .meta({ id: 'PasskeyDomain' })

export const PasskeyDomainChange = z
  .strictObject({ domain: Domain.nullable() })
  .meta({ id: 'PasskeyDomainChange' })

const path = '/api/web/v1/settings/fido/domain'

const { view, edit } = callsOn('SETTINGS')

export const readPasskeyDomain = endpoint({
  ...view,
  path,
  answer: PasskeyDomain,
  errors: [],
  summary: 'Get the RP ID of passkeys',
})

export const updatePasskeyDomain = endpoint({
  ...edit,
  path,
  body: PasskeyDomainChange,
  answer: PasskeyDomain,
  sensitive: true,
  errors: [
    'rights_not_held',
    'passkey_domain_not_allowed',
    'passkey_domain_not_proven',
    'precondition_failed',
  ],
  audit: 'PASSKEY_DOMAIN_CHANGED',
  summary: 'Set the RP ID of passkeys to a domain above the host name',
  description:
    'For super administrators. The domain has the TXT record of `candidates`, is no public suffix, and no other tenant has a host name in it. Passkeys of the former RP ID are accepted as before.',
})
