import type { SyslogFailure } from '../../../platform/db/schema/syslog.ts'
import { StreamTimedOut, sendStream } from '../../../platform/outbound/send-stream.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'
import type { Platform } from '../../../platform/platform.ts'
import { framed } from './message.ts'
import type { StoredSyslog } from './syslog-applications.repository.ts'

const timeoutMillis = 15_000

const certificateFaults =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT|HOSTNAME_MISMATCH|ERR_SSL)/

const failureOf = (error: unknown): SyslogFailure => {
  if (error instanceof OutboundRefused) return 'ADDRESS_REFUSED'
  if (error instanceof StreamTimedOut) return 'NO_ANSWER_IN_TIME'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return certificateFaults.test(code) ? 'CERTIFICATE_REFUSED' : 'UNREACHABLE'
}

type Target = Pick<StoredSyslog, 'host' | 'port' | 'security' | 'ca_certificates'>

/** Sends messages over one connection; null when they were taken to the last. */
export const send = async (
  { outbound }: Pick<Platform, 'outbound'>,
  { host, port, security, ca_certificates: authorities }: Target,
  messages: readonly string[],
): Promise<SyslogFailure | null> => {
  const bytes = Buffer.from(messages.map(framed).join(''))
  try {
    const target = { kind: 'syslog', host, port, security, authorities } as const
    await sendStream(outbound, target, { bytes, timeoutMillis })
    return null
  } catch (error) {
    return failureOf(error)
  }
}
