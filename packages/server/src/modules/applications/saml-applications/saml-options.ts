import type { SamlSignatureChoice } from '@signet/rules/applications'
import type { Context } from '../../../kit/context.ts'
import { definitions } from '../../identity/user-attributes/index.ts'

/** What a SAML application may choose from, as shown in its form. */
const options = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).map(([id, name]) => ({ id, name }))

export const hashAlgorithms = options({
  SHA256: 'SHA-256',
  SHA512: 'SHA-512',
  SHA1: 'SHA-1 (weak: not for new applications)',
})

export const signatureAlgorithms = options({
  RSA_SHA256: 'RSA with SHA-256',
  RSA_SHA384: 'RSA with SHA-384',
  RSA_SHA512: 'RSA with SHA-512',
  RSAPSS_SHA256: 'RSA-PSS with SHA-256',
  RSAPSS_SHA384: 'RSA-PSS with SHA-384',
  RSAPSS_SHA512: 'RSA-PSS with SHA-512',
  RSA_SHA224: 'RSA with SHA-224',
  RSAPSS_SHA224: 'RSA-PSS with SHA-224',
  RSA_SHA1: 'RSA with SHA-1 (weak: not for new applications)',
  RSAPSS_SHA1: 'RSA-PSS with SHA-1 (weak: not for new applications)',
  RECOMMENDED: 'Recommended: RSA with SHA-256',
  RECOMMENDED_NO_SHA224: 'Recommended, without SHA-224: RSA with SHA-256',
} satisfies Readonly<Record<SamlSignatureChoice, string>>)

export const nameIdFormats = options({
  persistent: 'Persistent: a name for this application alone',
  unspecified: 'Unspecified',
  email: 'Email address',
  transient: 'Transient: another name each time',
  kerberos: 'Kerberos principal name',
  x509: 'X.509 subject name',
  windows: 'Windows domain-qualified name',
})

/** Attributes of people; `pairwise` is made for the application, `displayName` of their names. */
export const attributeSources = async (ctx: Context) => [
  { id: 'pairwise', name: 'Pseudonym for this application' },
  { id: 'displayName', name: 'Display name: first and last name, or the user ID' },
  ...(await definitions(ctx)).map(({ id, name }) => ({ id, name })),
]
