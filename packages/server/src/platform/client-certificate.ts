import { X509Certificate } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isFromProxy, onlyHeader } from './addresses.ts'
import type { Config } from './config.ts'

type Settings = Pick<Config, 'trustedProxies' | 'clientCertificates'>
type Request = Pick<FastifyRequest, 'raw' | 'headers' | 'socket'>

/** Beyond any certificate of a person or a program. */
const mostCharacters = 24_000

const unescaped = (text: string): string | null => {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** What stands between the lines of a PEM file, or between the colons of RFC 9440, section 2.1. */
const base64Of = (text: string): string => {
  const pem = /^-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----\s*$/.exec(text)?.[1]
  const item = /^:([^:]+):$/.exec(text)?.[1]
  return (pem ?? item ?? text).replaceAll(/\s/g, '')
}

const parsed = (bytes: Buffer): X509Certificate | null => {
  try {
    return new X509Certificate(bytes)
  } catch {
    return null
  }
}

/**
 * A certificate as proxies write it into a header: `:base64:` (RFC 9440), base64 of the DER form, or
 * a PEM file, escaped for URLs or not. Null for anything else, and for more than one.
 */
export const certificateOf = (header: string): X509Certificate | null => {
  const text = header.length > mostCharacters ? null : unescaped(header.trim())
  const base64 = text === null ? '' : base64Of(text)
  if (!/^[A-Za-z0-9+/]{100,}={0,2}$/.test(base64)) return null
  const certificate = parsed(Buffer.from(base64, 'base64'))
  const isAlone = certificate?.raw.equals(Buffer.from(base64, 'base64')) === true
  return isAlone ? certificate : null
}

const ofTls = ({ socket }: Request): X509Certificate | null => {
  if (!('getPeerX509Certificate' in socket)) return null
  const { getPeerX509Certificate: read } = socket
  const found: unknown = typeof read === 'function' ? Reflect.apply(read, socket, []) : null
  return found instanceof X509Certificate ? found : null
}

/**
 * The certificate whose key the client has proven to hold in TLS: of a declared proxy the one that
 * its header hands on (its own is nobody's), of everybody else the one of the connection. A header
 * that came twice, or from an address that is no declared proxy, is not read. Whom a certificate is
 * good for is not judged here.
 */
export const clientCertificate = (request: Request, config: Settings): X509Certificate | null => {
  const { tls, header } = config.clientCertificates
  if (isFromProxy(request, config)) {
    const given = header === null ? null : onlyHeader(request, header)
    return given === null ? null : certificateOf(given)
  }
  return tls ? ofTls(request) : null
}
