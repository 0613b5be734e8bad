import { OutboundRefused, type OutboundRequest } from '../outbound.ts'

export interface Hop {
  readonly url: URL
  readonly method: NonNullable<OutboundRequest['method']>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

/** A web address without credentials. @throws OutboundRefused */
export const webAddress = (text: string | URL, base?: URL): URL => {
  const url = URL.canParse(String(text), base?.href) ? new URL(text, base) : null
  if (url === null) throw new OutboundRefused('the address is no URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundRefused(`${url.protocol} is not called: only http and https are`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundRefused('the address must not hold user name or password')
  }
  return url
}

/** What another origin may see: nothing the caller added, such as credentials under any name. */
const harmless = new Set(['accept', 'accept-language', 'user-agent'])

const only = (headers: Hop['headers'], keep: (name: string) => boolean): Hop['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => keep(name.toLowerCase())))

const becomesGet = (status: number, method: string): boolean =>
  status === 303 ? method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST'

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/**
 * The next hop of a redirect (RFC 9110, section 15.4), to be checked like the first.
 * @throws OutboundRefused from https to http, and when a body would go to another origin
 */
export const redirected = (hop: Hop, status: number, location: string): Hop => {
  const url = webAddress(location, hop.url)
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new OutboundRefused('a redirect from https to http is not followed')
  }
  const isSame = url.origin === hop.url.origin
  const headers = isSame ? hop.headers : only(hop.headers, (name) => harmless.has(name))
  if (becomesGet(status, hop.method)) {
    return {
      url,
      method: 'GET',
      headers: only(headers, (name) => !name.startsWith('content-')),
      body: null,
    }
  }
  if (!isSame && hop.body !== null) {
    throw new OutboundRefused('a redirect of a request body to another origin is not followed')
  }
  return { ...hop, url, headers }
}
