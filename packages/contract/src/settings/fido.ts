import { abort } from '@signet/rules/abort'
import { areUnique } from '@signet/rules/lists'
import { isOrigin } from '@signet/rules/uris'
import { z } from 'zod'
import { Guid } from '../kit/schemas.ts'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** As browsers write it; `localhost` without TLS, for development. */
const isRelatedOrigin = (text: string): boolean =>
  isOrigin(text) &&
  URL.canParse(text) &&
  new URL(text).origin === text &&
  /^https:|^http:\/\/(?:[a-z0-9-]+\.)*localhost(?::\d+)?$/.test(text)

const Preference = z.enum(['required', 'preferred', 'discouraged'])

/** Kinds of authenticators, each by the AAGUID that its maker gave it. */
const Aaguids = z.array(Guid.toLowerCase()).max(500, abort)

/** Passkeys (WebAuthn level 3, 5.4.4, 5.4.7 and 5.8.6). */
export const fidoFamily = family({
  name: 'fido',
  id: 'FidoSettings',
  fields: z.object({
    userVerification: Preference,
    residentKey: Preference,
    /** `direct` and `enterprise`: a passkey has to bring an attestation statement. */
    attestation: z.enum(['none', 'direct', 'enterprise']),
    attachment: z.enum(['platform', 'cross-platform']).nullable(),
    /** Signing in with a passkey alone. */
    passkeyEnabled: z.boolean(),
    maximumPerUser: z.int().min(1).max(20),
    /** Only these kinds are registered; empty: every kind. */
    allowedAaguids: Aaguids,
    /** These kinds are not registered. */
    blockedAaguids: Aaguids,
    /** The statement has to lead to a root that the metadata names for this kind. */
    metadataRequired: z.boolean(),
    /** A kind that the metadata reports as compromised or revoked signs nobody in. */
    refuseCompromised: z.boolean(),
    /** A passkey whose counter went back is switched off. */
    switchOffCloned: z.boolean(),
    /** Other origins whose pages may use passkeys of this host (WebAuthn level 3, 5.11). */
    relatedOrigins: z
      .array(z.string().max(300, abort).refine(isRelatedOrigin, 'not_an_origin'))
      .max(20, abort),
  }),
  defaults: {
    userVerification: 'preferred',
    residentKey: 'preferred',
    attestation: 'none',
    attachment: null,
    passkeyEnabled: true,
    maximumPerUser: 10,
    allowedAaguids: [],
    blockedAaguids: [],
    metadataRequired: false,
    refuseCompromised: true,
    switchOffCloned: false,
    relatedOrigins: [],
  },
  rule: ({ attestation, metadataRequired, allowedAaguids, blockedAaguids, relatedOrigins }) => [
    ...(areUnique(relatedOrigins) ? [] : [{ path: 'relatedOrigins', message: 'named_twice' }]),
    // Without a statement the kind is what the browser says.
    ...(attestation === 'none' && metadataRequired
      ? [{ path: 'metadataRequired', message: 'attestation_needed' }]
      : []),
    ...(attestation === 'none' && allowedAaguids.length > 0
      ? [{ path: 'allowedAaguids', message: 'attestation_needed' }]
      : []),
    ...(blockedAaguids.some((aaguid) => allowedAaguids.includes(aaguid))
      ? [{ path: 'blockedAaguids', message: 'named_twice' }]
      : []),
  ],
})

export const readFidoSettings = readSettings(fidoFamily, {
  summary: 'What passkeys have to be',
  catalogueId: 'get:web.v1.settings.fido',
})

export const updateFidoSettings = updateSettings(fidoFamily, {
  locksOut: true,
  summary: 'Change what passkeys have to be',
  description:
    'Registration rules hold for passkeys that are registered from now on. Metadata can only be required where the operator has supplied a metadata file.',
  catalogueId: 'put:web.v1.settings.fido',
})
