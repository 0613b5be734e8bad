import { type Outbound, OutboundFailed, OutboundRefused } from '../outbound.ts'
import { IppAnswer, type JobAttributes, type Supply, suppliesOf, uuidOf } from './answers.ts'
import { decodeAnswer } from './decode.ts'

/** IPP/2.0 (RFC 8010, RFC 8011) over the one way out: the library packs, `decode.ts` unpacks. */

export interface DeviceFacts {
  readonly uuid: string | null
  readonly makeAndModel: string
  readonly firmware: string
  readonly state: 'IDLE' | 'PROCESSING' | 'STOPPED'
  /** Keywords without their severity: `marker-supply-empty`. */
  readonly reasons: readonly string[]
  readonly isAccepting: boolean
  readonly formats: readonly string[]
  readonly hoppers: readonly string[]
  readonly supplies: readonly Supply[]
  readonly upTimeSeconds: number
  readonly queued: number
}

const jobStates = [
  'pending',
  'pending-held',
  'processing',
  'processing-stopped',
  'canceled',
  'aborted',
  'completed',
] as const
type DeviceJobState = (typeof jobStates)[number]

export interface DeviceJob {
  readonly id: number
  readonly state: DeviceJobState
  readonly reasons: readonly string[]
}

interface Document {
  /** Ours alone: the printer is asked for it when nothing else is sure. */
  readonly jobName: string
  readonly format: 'application/pdf' | 'image/png'
  readonly content: Uint8Array
  readonly hopper: string | null
}

/**
 * How a job was handed over. NOT_SENT: no byte of it left. BUSY, REFUSED: the printer said so and has
 * no job. LOST: it may have one.
 */
export type HandOver =
  | { readonly kind: 'ACCEPTED'; readonly id: number }
  | { readonly kind: 'BUSY' | 'REFUSED' | 'NOT_SENT' | 'LOST'; readonly reason: string }

/** The printer did not answer, or not in IPP. */
export class DeviceSilent extends Error {
  /** Whether it is certain that nothing was sent. */
  readonly isUnsent: boolean

  constructor(message: string, { isUnsent, cause }: { isUnsent: boolean; cause?: unknown }) {
    super(message, { cause })
    this.name = 'DeviceSilent'
    this.isUnsent = isUnsent
  }
}

interface KnownJob {
  readonly jobName: string
  readonly id: number | null
}

export interface Device {
  /** @throws DeviceSilent */
  facts(): Promise<DeviceFacts>
  print(document: Document): Promise<HandOver>
  /** By name, never by number alone: numbers begin again with the printer. @throws DeviceSilent */
  find(job: KnownJob): Promise<DeviceJob | null>
  /** Asks for the end of a job; whether it ended, `find` tells. @throws DeviceSilent */
  cancel(id: number): Promise<void>
}

const askMillis = 8000
const printMillis = 30_000
const mostBytes = 512 * 1024

/** Errors of a connection that was never made. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
])

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

const wasNotSent = (error: unknown): boolean =>
  error instanceof OutboundRefused ||
  (error instanceof OutboundFailed &&
    (unsentCodes.has(codeOf(error.cause)) || error.message.endsWith('has no address')))

const silent = (error: unknown): DeviceSilent =>
  error instanceof DeviceSilent
    ? error
    : new DeviceSilent(error instanceof Error ? error.message : 'no answer', {
        isUnsent: wasNotSent(error),
        cause: error,
      })

/** `ipp://host/path` is HTTP to port 631, `ipps:` HTTPS (RFC 3510, RFC 7472). */
export const webAddressOf = (uri: string): URL => {
  const url = new URL(uri.replace(/^ipp/i, 'http'))
  if (/^ipp/i.test(uri) && url.port === '' && !/:(?:80|443)(?:\/|$)/.test(uri.slice(7))) {
    url.port = '631'
  }
  return url
}

interface Question {
  readonly operation: string
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly job?: Readonly<Record<string, unknown>>
  readonly data?: Uint8Array
  readonly timeoutMillis?: number
}

const user = 'Signet'
/** Any: each question is answered on its own connection's turn. */
const requestId = 1

type Ask = (question: Question) => Promise<IppAnswer>

const asker =
  (outbound: Outbound, uri: string): Ask =>
  async ({ operation, attributes = {}, job, data, timeoutMillis = askMillis }) => {
    const { default: ipp } = await import('@sealsystems/ipp')
    const head = ipp.serialize({
      version: '2.0',
      operation,
      id: requestId,
      'operation-attributes-tag': {
        'attributes-charset': 'utf-8',
        'attributes-natural-language': 'en',
        'printer-uri': uri,
        'requesting-user-name': user,
        ...attributes,
      },
      ...(job === undefined ? {} : { 'job-attributes-tag': job }),
    })
    const body = data === undefined ? head : Buffer.concat([head, data])
    try {
      const { status, body: bytes } = await outbound.fetch('printer', webAddressOf(uri), {
        method: 'POST',
        headers: { 'content-type': 'application/ipp' },
        body,
        timeoutMillis,
        maxBytes: mostBytes,
        maxRedirects: 0,
      })
      if (status !== 200) {
        throw new DeviceSilent(`HTTP ${status}`, { isUnsent: status === 401 || status === 404 })
      }
      return IppAnswer.parse(decodeAnswer(bytes))
    } catch (error) {
      throw silent(error)
    }
  }

const printerAttributes = [
  'document-format-supported',
  'media-source-supported',
  'printer-firmware-string-version',
  'printer-is-accepting-jobs',
  'printer-make-and-model',
  'printer-state',
  'printer-state-reasons',
  'printer-supply',
  'printer-up-time',
  'printer-uuid',
  'queued-job-count',
]

const jobAttributes = ['job-id', 'job-name', 'job-state', 'job-state-reasons']

const states = { idle: 'IDLE', processing: 'PROCESSING' } as const
const stateOf = (word: string): DeviceFacts['state'] =>
  word === 'idle' || word === 'processing' ? states[word] : 'STOPPED'

const mostReasons = 20

/** RFC 8011, section 5.4.12: what needs no severity to be understood. */
const reasonsOf = (words: readonly string[]): readonly string[] => [
  ...new Set(
    words
      .map((word) => word.replace(/-(?:report|warning|error)$/, '').slice(0, 60))
      .filter((word) => word !== 'none' && /^[a-z0-9.-]+$/.test(word))
      .slice(0, mostReasons),
  ),
]

const isSuccess = ({ statusCode }: IppAnswer): boolean => statusCode.startsWith('successful')

const isJobState = (word: string): word is DeviceJobState =>
  jobStates.some((state) => state === word)

const jobOf = (job: JobAttributes): DeviceJob => ({
  id: job['job-id'],
  state: isJobState(job['job-state']) ? job['job-state'] : 'pending',
  reasons: reasonsOf(job['job-state-reasons']),
})

const shortened = (words: readonly string[]): string[] =>
  words.slice(0, mostReasons).map((word) => word.slice(0, 100))

const factsWith = (ask: Ask) => async (): Promise<DeviceFacts> => {
  const attributes = { 'requested-attributes': printerAttributes }
  const answer = await ask({ operation: 'Get-Printer-Attributes', attributes })
  const found = answer['printer-attributes-tag']
  if (!isSuccess(answer) || found === undefined) {
    throw new DeviceSilent(`no printer: ${answer.statusCode}`, { isUnsent: true })
  }
  return {
    uuid: uuidOf(found['printer-uuid']),
    makeAndModel: found['printer-make-and-model'].slice(0, 127),
    firmware: found['printer-firmware-string-version'].join(', ').slice(0, 100),
    state: stateOf(found['printer-state']),
    reasons: reasonsOf(found['printer-state-reasons']),
    isAccepting: found['printer-is-accepting-jobs'],
    formats: shortened(found['document-format-supported']),
    hoppers: shortened(found['media-source-supported']),
    supplies: suppliesOf(found['printer-supply']),
    upTimeSeconds: found['printer-up-time'],
    queued: found['queued-job-count'],
  }
}

/** What a printer says that takes nothing now, and may later (RFC 8011, appendix B). */
const busyCodes = new Set([
  'server-error-busy',
  'server-error-not-accepting-jobs',
  'server-error-device-error',
  'server-error-temporary-error',
  'server-error-service-unavailable',
])

const printWith =
  (ask: Ask) =>
  async ({ jobName, format, content, hopper }: Document): Promise<HandOver> => {
    try {
      const answer = await ask({
        operation: 'Print-Job',
        attributes: { 'job-name': jobName, 'document-format': format },
        ...(hopper === null ? {} : { job: { 'media-col': { 'media-source': hopper } } }),
        data: content,
        timeoutMillis: printMillis,
      })
      const [job] = answer['job-attributes-tag']
      if (isSuccess(answer) && job !== undefined) {
        return { kind: 'ACCEPTED', id: job['job-id'] }
      }
      const kind = busyCodes.has(answer.statusCode) ? 'BUSY' : 'REFUSED'
      return { kind: isSuccess(answer) ? 'LOST' : kind, reason: answer.statusCode.slice(0, 60) }
    } catch (error) {
      const { message, isUnsent } = silent(error)
      return { kind: isUnsent ? 'NOT_SENT' : 'LOST', reason: message.slice(0, 200) }
    }
  }

const mostJobs = 500

const findWith =
  (ask: Ask) =>
  async ({ jobName, id }: KnownJob): Promise<DeviceJob | null> => {
    const named = (answer: IppAnswer): DeviceJob | null => {
      const job = answer['job-attributes-tag'].find((each) => each['job-name'] === jobName)
      return job === undefined || !isSuccess(answer) ? null : jobOf(job)
    }
    const asked = { 'requested-attributes': jobAttributes }
    if (id !== null) {
      const attributes = { 'job-id': id, ...asked }
      const found = named(await ask({ operation: 'Get-Job-Attributes', attributes }))
      if (found !== null) return found
    }
    // One that ends between the two questions stands in the second answer.
    for (const which of ['not-completed', 'completed']) {
      const attributes = { 'which-jobs': which, limit: mostJobs, ...asked }
      const answer = await ask({ operation: 'Get-Jobs', attributes })
      if (!isSuccess(answer)) throw new DeviceSilent(answer.statusCode, { isUnsent: false })
      const found = named(answer)
      if (found !== null) return found
    }
    return null
  }

/** The printer at this address. */
export const ippDevice = (outbound: Outbound, uri: string): Device => {
  const ask = asker(outbound, uri)
  return {
    facts: factsWith(ask),
    print: printWith(ask),
    find: findWith(ask),
    cancel: async (id) => {
      await ask({ operation: 'Cancel-Job', attributes: { 'job-id': id } })
    },
  }
}
