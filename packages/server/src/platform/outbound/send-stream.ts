import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { AllowedAddress, Outbound, OutboundKind } from '../outbound.ts'

interface StreamTarget {
  readonly kind: OutboundKind
  readonly host: string
  readonly port: number
  readonly security: 'TLS' | 'TCP'
  /** PEM of the authorities to believe; null: the public ones. */
  readonly authorities: string | null
}

/** A receiver that was reached and did not take it all in time. */
export class StreamTimedOut extends Error {
  constructor(host: string) {
    super(`${host}: no answer in time`)
    this.name = 'StreamTimedOut'
  }
}

const opened = ({ host, address, port }: AllowedAddress, target: StreamTarget): Socket => {
  if (target.security === 'TCP') return connect({ host: address, port })
  return connectTls({
    host: address,
    port,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(target.authorities === null ? {} : { ca: target.authorities }),
  })
}

/** A receiver that breaks off as soon as it is connected has done so by then. */
const settleMillis = 250

/**
 * Sends bytes to a receiver that answers nothing, and closes. It resolves once the receiver has had
 * everything and closes after us; one that closes before has not taken it all. An address that must
 * not be reached is refused before anything is opened.
 * @throws OutboundRefused @throws OutboundFailed @throws StreamTimedOut @throws Error of the socket
 */
export const sendStream = async (
  outbound: Outbound,
  target: StreamTarget,
  content: { readonly bytes: Buffer; readonly timeoutMillis: number },
): Promise<void> => {
  const allowed = await outbound.connectAllowed(target.kind, target.host, target.port)
  const socket = opened(allowed, target)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => socket.destroy(new StreamTimedOut(target.host)),
      content.timeoutMillis,
    )
    let settling: NodeJS.Timeout | undefined
    let isOurEnd = false
    socket.once(target.security === 'TLS' ? 'secureConnect' : 'connect', () => {
      socket.write(content.bytes, () => {
        settling = setTimeout(() => {
          isOurEnd = true
          socket.end()
        }, settleMillis)
      })
    })
    // What a receiver says is read and dropped, so that its end is seen.
    socket.resume()
    socket.once('end', () => {
      if (!isOurEnd) socket.destroy(new Error(`${target.host} closed before everything was sent`))
    })
    socket.once('error', reject)
    socket.once('close', () => {
      clearTimeout(timer)
      clearTimeout(settling)
      if (isOurEnd) resolve()
      else reject(new Error(`${target.host} closed before everything was sent`))
    })
  })
}
