import type { Outbound } from '../../src/platform/outbound.ts'

/** RFC 8011, section 5.4.15. */
const operations = { print: 0x0002, cancel: 0x0008, job: 0x0009, jobs: 0x000a, printer: 0x000b }
/** RFC 8010, section 3.5.1. */
const groups = { operation: 0x01, job: 0x02, end: 0x03, printer: 0x04 } as const
/** RFC 8010, section 3.5.2. */
const kinds = { integer: 0x21, boolean: 0x22, enum: 0x23, text: 0x44 } as const
/** RFC 8011, section 5.3.7. */
const states = { processing: 5, canceled: 7, aborted: 8, completed: 9 } as const
/** RFC 8011, appendix B. */
const statuses = { ok: 0x0000, busy: 0x0507 } as const

type Attribute = readonly [name: string, kind: keyof typeof kinds, value: string | number]

const sized = (bytes: Uint8Array): Buffer => {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(bytes.length)
  return Buffer.concat([size, bytes])
}

const valueBytes = (kind: keyof typeof kinds, value: string | number): Buffer => {
  if (typeof value === 'string') return Buffer.from(value)
  if (kind === 'boolean') return Buffer.of(value)
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const groupBytes = (group: number, attributes: readonly Attribute[]): Buffer =>
  Buffer.concat([
    Buffer.of(group),
    ...attributes.flatMap(([name, kind, value]) => [
      Buffer.of(kinds[kind]),
      sized(Buffer.from(name)),
      sized(valueBytes(kind, value)),
    ]),
  ])

const answerOf = (status: number, ...parts: readonly Buffer[]): Buffer => {
  const head = Buffer.from([2, 0, status >> 8, status & 0xff, 0, 0, 0, 1])
  return Buffer.concat([head, ...parts, Buffer.of(groups.end)])
}

interface Request {
  readonly operation: number
  readonly attributes: ReadonlyMap<string, Buffer>
}

/** The attributes of the operation; the document follows them. */
const read = (body: Buffer): Request => {
  const attributes = new Map<string, Buffer>()
  let at = 9
  const next = (): Buffer => {
    const start = at + 2
    at = start + body.readUInt16BE(at)
    return body.subarray(start, at)
  }
  while ((body[at] ?? 0) > 0x0f) {
    at += 1
    const name = next().toString()
    attributes.set(name, next())
  }
  return { operation: body.readUInt16BE(2), attributes }
}

interface Job {
  readonly id: number
  readonly name: string
  state: keyof typeof states
  /** Requests until it ends. */
  left: number
}

const jobBytes = ({ id, name, state }: Job): Buffer =>
  groupBytes(groups.job, [
    ['job-id', 'integer', id],
    ['job-name', 'text', name],
    ['job-state', 'enum', states[state]],
  ])

const facts = groupBytes(groups.printer, [
  ['document-format-supported', 'text', 'application/pdf'],
  ['printer-is-accepting-jobs', 'boolean', 1],
  ['printer-make-and-model', 'text', 'Printer double'],
  ['printer-state', 'enum', 3],
  ['printer-up-time', 'integer', 1],
])

/** A card printer in memory. It prints whatever it receives, the same job twice if sent twice. */
export interface PrinterDouble {
  readonly fetch: Outbound['fetch']
  /** Names of the jobs that it took. */
  readonly taken: readonly string[]
  /** Names of the jobs whose card came out. */
  readonly cards: readonly string[]
}

export interface PrinterHabits {
  /** Whether it has no time for a card, asked for each. */
  isBusy(): boolean
  /** Whether a card is aborted. */
  aborts(): boolean
  /** Number of requests until a card is out. */
  takes(): number
  /** Whether it restarts before a request: it forgets its jobs, and numbers start again. */
  restarts(): boolean
}

export const openPrinterDouble = (habits: PrinterHabits): PrinterDouble => {
  const jobs: Job[] = []
  const [taken, cards]: [string[], string[]] = [[], []]
  const tick = (): void => {
    if (habits.restarts()) jobs.length = 0
    const job = jobs.find(({ state }) => state === 'processing')
    if (job === undefined) return
    job.left -= 1
    if (job.left > 0) return
    job.state = habits.aborts() ? 'aborted' : 'completed'
    if (job.state === 'completed') cards.push(job.name)
  }
  const take = ({ attributes }: Request): Buffer => {
    if (habits.isBusy()) return answerOf(statuses.busy)
    const name = String(attributes.get('job-name'))
    const job: Job = { id: jobs.length + 1, name, state: 'processing', left: habits.takes() }
    jobs.push(job)
    taken.push(name)
    return answerOf(statuses.ok, jobBytes(job))
  }
  const answer = (request: Request): Buffer => {
    const { operation, attributes } = request
    const id = attributes.get('job-id')?.readInt32BE(0)
    const asked = jobs.filter((job) => job.id === id)
    if (operation === operations.print) return take(request)
    tick()
    if (operation === operations.printer) return answerOf(statuses.ok, facts)
    if (operation === operations.job) return answerOf(statuses.ok, ...asked.map(jobBytes))
    if (operation === operations.cancel) {
      for (const job of asked) if (job.state === 'processing') job.state = 'canceled'
      return answerOf(statuses.ok)
    }
    const isOpen = String(attributes.get('which-jobs')) === 'not-completed'
    const listed = jobs.filter(({ state }) => (state === 'processing') === isOpen)
    return answerOf(statuses.ok, ...listed.map(jobBytes))
  }
  return {
    taken,
    cards,
    fetch: async (_kind, url, options = {}) => {
      const body = answer(read(Buffer.from(options.body ?? '')))
      return { status: 200, url: String(url), headers: {}, body }
    },
  }
}
