import type { Client } from 'oidc-provider'
import { z } from 'zod'

/** What Signet adds to a client's metadata. */
const Settings = z.object({
  /** Of the row: rules name it so. */
  applicationId: z.uuid(),
  requireConsent: z.boolean(),
  accessTokenTtlSeconds: z.number(),
  refreshTokenTtlSeconds: z.number(),
  accessTokenFormat: z.enum(['opaque', 'jwt']),
  fapi: z.boolean(),
  deviceCodeTtlSeconds: z.number(),
  /** Identifiers of APIs whose tokens it receives: it may introspect and exchange them. */
  servedApis: z.array(z.string()),
  /** PEM; whose certificates it may prove itself by (RFC 8705, section 2.1). */
  certificateAuthorities: z.string().nullable(),
  /** It may ask without a code challenge (RFC 7636). */
  pkceOptional: z.boolean(),
  /** People are asked before they are signed out, whatever it shows. */
  confirmsSignOut: z.boolean(),
  /** ID tokens tell the claims of granted scopes, too. */
  claimsInIdTokens: z.boolean(),
  /** The attribute that is the subject of its tokens; null for the internal id. */
  subjectAttribute: z.string().nullable(),
  /** RFC 9396, section 10. */
  authorizationDetailsTypes: z.array(z.string()),
  /** Whether people in several organizations choose one. */
  asksOrganization: z.boolean(),
  /** Places one person may be signed in from; null for any number, and what one more does. */
  sessionsPerUser: z.number().nullable(),
  whenSessionsFull: z.enum(['END_OLDEST', 'REFUSE']),
  /** Of registered APIs: the library knows the scopes of people alone. */
  resourceScopes: z.array(z.string()),
})
type ClientSettings = z.output<typeof Settings>

const parsed = new WeakMap<Client, ClientSettings>()

export const settingsOf = (client: Client): ClientSettings => {
  const known = parsed.get(client) ?? Settings.parse(client.metadata().signet)
  parsed.set(client, known)
  return known
}
