import type {
  SamlIdentityProvider,
  SamlIdentityProviderChange,
} from '@signet/contract/applications/saml-identity-providers'
import { maskedUrl, unmaskedUrl } from '@signet/rules/masked-urls'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { gained } from '../../settings/vouching/index.ts'
import { certificateOf, expectKey } from '../saml-applications/index.ts'
import { samlKeys } from '../saml-keys/index.ts'
import { MetadataState, SamlDefinition, samlProviderOf } from './definition.ts'
import type { ShownProvider } from './identity-providers.repository.ts'
import { lifeCycleOf } from './life-cycle.ts'
import { samlServiceOf } from './saml-addresses.ts'
import { isRefusedAddress } from './target.ts'

type Wanted = z.output<typeof SamlIdentityProviderChange>

const metadataOf = (row: ShownProvider) => {
  const { readAt, fault } = MetadataState.parse(row.metadata_state ?? {})
  return { readAt: readAt === null ? null : new Date(readAt), fault, nextAt: row.metadata_next_at }
}

const shownUrl = (url: string | null) => (url === null ? null : maskedUrl(url))

const present = (ctx: Context, row: ShownProvider): z.input<typeof SamlIdentityProvider> => {
  const { issuer: entityId, ...fields } = samlProviderOf(row)
  return {
    ...fields,
    metadataUrl: shownUrl(fields.metadataUrl),
    entityId,
    ...samlServiceOf(ctx, row.id),
    metadata: metadataOf(row),
    users: row.users,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export const notedSaml = (row: ShownProvider) => {
  const { id: _id, version: _version, protocol: _protocol, ...fields } = samlProviderOf(row)
  return { ...fields, metadataUrl: shownUrl(fields.metadataUrl) }
}

/** Browsers go there: over TLS, or in clear only from pages in clear. */
export const isGoodAddress = ({ tenant }: Context, address: string): boolean => {
  const { protocol, username, password } = new URL(address)
  const isPlain = protocol === 'http:' && tenant.publicUrl.startsWith('http:')
  return (protocol === 'https:' || isPlain) && username === '' && password === ''
}

/** @throws identity_provider_url_refused, certificate_invalid */
const expectUsable = async (ctx: Context, wanted: Wanted): Promise<void> => {
  const { signInUrl, logoutUrl, logoutResponseUrl } = wanted
  const addresses = [signInUrl, logoutUrl, logoutResponseUrl].filter((url) => url !== null)
  if (!addresses.every((address) => isGoodAddress(ctx, address))) {
    throw new ApiError('identity_provider_url_refused')
  }
  const { metadataUrl } = wanted
  if (metadataUrl !== null && (await isRefusedAddress(ctx, metadataUrl))) {
    throw new ApiError('identity_provider_url_refused')
  }
  for (const [at, text] of wanted.signingCertificates.entries()) {
    const field = `body.signingCertificates.${at}`
    expectKey(certificateOf(text, field), field, ['rsa', 'ec'])
  }
}

const definitionOf = (wanted: Wanted): SamlDefinition =>
  SamlDefinition.parse({
    ...wanted,
    signingCertificates: wanted.signingCertificates.map((text, at) =>
      certificateOf(text, `body.signingCertificates.${at}`),
    ),
  })

/** @throws identity_provider_url_refused */
const whole = (wanted: Wanted, row: ShownProvider | null): Wanted => {
  if (wanted.metadataUrl === null) return wanted
  const stored = row === null ? null : samlProviderOf(row).metadataUrl
  const metadataUrl = unmaskedUrl(wanted.metadataUrl, stored)
  if (metadataUrl === null) throw new ApiError('identity_provider_url_refused')
  return { ...wanted, metadataUrl }
}

const newCertificates = (row: ShownProvider, wanted: Wanted): readonly string[] =>
  gained(samlProviderOf(row).signingCertificates, definitionOf(wanted).signingCertificates)

const vouchingChanged = (row: ShownProvider, wanted: Wanted): readonly string[] => {
  const before = samlProviderOf(row)
  return [
    ...(before.issuer === wanted.entityId ? [] : ['entityId']),
    ...(before.signInUrl === wanted.signInUrl ? [] : ['signInUrl']),
    ...(wanted.metadataUrl === null || before.metadataUrl === wanted.metadataUrl
      ? []
      : ['metadataUrl']),
    ...(before.nameIdFormat === wanted.nameIdFormat ? [] : ['nameIdFormat']),
    ...(newCertificates(row, wanted).length === 0 ? [] : ['signingCertificates']),
    ...(gained(before.trustedContexts, wanted.trustedContexts).length === 0
      ? []
      : ['trustedContexts']),
  ]
}

const lifeCycle = lifeCycleOf<Wanted, z.input<typeof SamlIdentityProvider>>({
  protocol: 'saml',
  present,
  noted: notedSaml,
  issuerOf: ({ entityId }) => entityId,
  definitionOf,
  expectUsable,
  whole,
  isElsewhere: (row, wanted) => {
    const before = samlProviderOf(row)
    return before.issuer !== wanted.entityId || before.nameIdFormat !== wanted.nameIdFormat
  },
  vouchingChanged,
  hasNewKey: (row, wanted) => newCertificates(row, wanted).length > 0,
  isTrustedAs: (row, wanted) => {
    const before = samlProviderOf(row)
    const trust = ({ trustedContexts, signingCertificates }: SamlDefinition) =>
      JSON.stringify([trustedContexts.toSorted(), signingCertificates.toSorted()])
    return trust(before) === trust(definitionOf(wanted))
  },
  secretOf: async () => null,
  readsAgain: ({ metadataUrl }) => metadataUrl !== null,
})

export const samlProviders = {
  ...lifeCycle,
  /** Our own key is there before the provider asks for it; what is refused makes none. */
  create: async (ctx: Context, wanted: Wanted) => {
    const made = await lifeCycle.create(ctx, wanted)
    await samlKeys(ctx)
    return made
  },
}
