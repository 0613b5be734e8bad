import type { Context } from '../../../kit/context.ts'
import { XmlFault } from '../../../platform/xml/xml-fault.ts'
import { expectSafeTarget } from '../../settings/http-connectors/index.ts'

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
