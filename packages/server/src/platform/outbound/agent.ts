import { Agent, buildConnector } from 'undici'
import type { OutboundKind } from '../config/outbound-allow.ts'
import type { ClientCertificate } from '../outbound.ts'
import type { Guard } from './guard.ts'

const mostTries = 4

export interface Way {
  readonly kind: OutboundKind
  readonly http2: boolean
  readonly shown: ClientCertificate | null
}

/**
 * An HTTP agent whose every connection goes to an address checked in that moment: nothing looks
 * the name up a second time. Connections are kept for a few seconds only.
 */
export const guardedAgent = (guard: Guard, { kind, http2, shown }: Way): Agent => {
  const proof = shown === null ? {} : { cert: shown.certificate, key: shown.key }
  const connectTo = buildConnector({ timeout: 5000, allowH2: http2, ...proof })
  const open = (options: buildConnector.Options, address: string) =>
    new Promise<Parameters<buildConnector.Callback>>((settle) => {
      connectTo({ ...options, hostname: address }, (...outcome) => settle(outcome))
    })
  const connectFirst = async (
    options: buildConnector.Options,
  ): Promise<Parameters<buildConnector.Callback>> => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    const addresses = await guard.addresses({ kind, host: options.hostname, port })
    let outcome: Parameters<buildConnector.Callback> = [new Error('no address'), null]
    for (const { address } of addresses.slice(0, mostTries)) {
      outcome = await open(options, address)
      if (outcome[0] === null) return outcome
    }
    return outcome
  }
  return new Agent({
    allowH2: http2,
    connect: (options, callback) => {
      connectFirst(options).then(
        (outcome) => callback(...outcome),
        (error: Error) => callback(error, null),
      )
    },
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 10_000,
    maxHeaderSize: 32_768,
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
    maxOrigins: 1024,
  })
}
