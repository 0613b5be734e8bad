import type { Context } from '../../../kit/context.ts'
import { keysOf } from '../../../platform/saml/bindings.ts'
import { onlyRole, type Role } from '../../../platform/saml/metadata.ts'
import { attributeOf } from '../../../platform/xml/tree.ts'
import { isSigned, verifySignature } from '../../../platform/xml/verify-signature.ts'
import { XmlFault } from '../../../platform/xml/xml-fault.ts'
import { expectSafeTarget } from '../../settings/http-connectors/index.ts'
import { providerRole } from './saml-provider-metadata.ts'

const longestDocument = 500_000

export interface FetchedDocument {
  readonly text: string
  /** How long the server lets it be kept (RFC 9111, section 5.2.2.1); null where it does not say. */
  readonly maxAgeSeconds: number | null
}

const maxAgeOf = (header = ''): number | null => {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/.exec(header)?.[1]
  return seconds === undefined ? null : Number(seconds)
}

/** @throws OutboundRefused, OutboundFailed, XmlFault for another answer than 200 */
export const fetchDocument = async (ctx: Context, url: string): Promise<FetchedDocument> => {
  expectSafeTarget(ctx, new URL(url))
  const { status, headers, body } = await ctx.platform.outbound.fetch('http', url, {
    headers: { accept: 'application/samlmetadata+xml, application/xml;q=0.9' },
    maxRedirects: 0,
    timeoutMillis: 8000,
    maxBytes: longestDocument,
  })
  if (status !== 200) throw new XmlFault(`HTTP status ${status}`)
  return { text: body.toString('utf8'), maxAgeSeconds: maxAgeOf(headers['cache-control']) }
}

const isSignedBy = ({ root, entity }: Role, certificates: readonly string[]): boolean => {
  const keys = keysOf(certificates)
  return [entity, root].some((element) => {
    if (!isSigned(element)) return false
    try {
      verifySignature(element, { keys })
      return true
    } catch (error) {
      if (error instanceof XmlFault) return false
      throw error
    }
  })
}

const duration = /^P(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/

/** Seconds of an xs:duration without years and months; null for any other. */
const secondsOf = (text: string | null): number | null => {
  const parts = duration.exec(text ?? '')
  if (parts === null) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
}

/** What a document says, whether a key that is known signed it, and for how long it may be kept. */
export const readDocument = (text: string, known: readonly string[]) => {
  const provider = onlyRole(text, 'IDPSSODescriptor', 'identity provider')
  return {
    metadata: providerRole(provider),
    isSignedByKnown: isSignedBy(provider, known),
    cacheSeconds: secondsOf(attributeOf(provider.entity, 'cacheDuration')),
  }
}
