import type { OutboundKind } from './config/outbound-allow.ts'

export type { OutboundKind } from './config/outbound-allow.ts'

/** An outgoing call that must not be made: the target is inside, or its URL is no web address. */
export class OutboundRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OutboundRefused'
  }
}

/** An outgoing call that was allowed and failed: no answer, too late, too large. */
export class OutboundFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutboundFailed'
  }
}

/** What a caller proves itself by, in PEM. */
export interface ClientCertificate {
  readonly certificate: string
  readonly key: string
}

export interface OutboundRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Speaks HTTP/2 where the server offers it (ALPN); default: HTTP/1.1 alone. */
  readonly http2?: boolean
  /** Shown to servers that ask for one (TLS). */
  readonly clientCertificate?: ClientCertificate
  /** Default 3; webhooks take 0. */
  readonly maxRedirects?: number
  /** For the whole call, redirects included; default 10,000. */
  readonly timeoutMillis?: number
  /** Default 1 MiB; a longer answer fails the call. */
  readonly maxBytes?: number
  /** Reads this much of the answer and no further, in place of failing at `maxBytes`. */
  readonly cutAtBytes?: number
}

export interface OutboundAnswer {
  readonly status: number
  /** Where the answer came from, after redirects. */
  readonly url: string
  /** Lower-case names; values of a repeated header joined by comma and space. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A checked address to connect to, with the name it was found by (for TLS). */
export interface AllowedAddress {
  readonly host: string
  readonly address: string
  readonly family: 4 | 6
  readonly port: number
}

/** Every outgoing call: what is inside stays closed but for SIGNET_OUTBOUND_ALLOW. */
export interface Outbound {
  /** @throws OutboundRefused @throws OutboundFailed */
  fetch(kind: OutboundKind, url: string | URL, options?: OutboundRequest): Promise<OutboundAnswer>
  /** For protocols that are not HTTP: connect to the address given back, not to the name. @throws OutboundRefused */
  connectAllowed(kind: OutboundKind, host: string, port: number): Promise<AllowedAddress>
  close(): Promise<void>
}
