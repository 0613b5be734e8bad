import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import { batchHash, type Envelope, genesis } from './audit-chain.ts'

const Line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('key'), jwk: z.record(z.string(), z.string()) }),
  z.object({
    type: z.literal('chain'),
    tenantId: z.string(),
    number: z.int(),
    fromXid: z.string(),
    uptoXid: z.string(),
    count: z.int(),
    hash: z.string(),
    signature: z.string(),
    keyId: z.string(),
  }),
  z.object({
    type: z.literal('event'),
    id: z.string(),
    occurredAt: z.number(),
    tenantId: z.string(),
    actorKind: z.string(),
    actorId: z.string(),
    entity: z.string(),
    entityId: z.string(),
    action: z.string(),
    outcome: z.string(),
    digest: z.string(),
    salt: z.string().nullable(),
    detail: z.string().nullable(),
  }),
])
type ChainLine = Extract<z.output<typeof Line>, { type: 'chain' }>
type EventLine = Extract<z.output<typeof Line>, { type: 'event' }>

export interface Verdict {
  readonly valid: boolean
  readonly batches: number
  readonly events: number
  readonly erased: number
  /** What was found wrong, in words; empty when valid. */
  readonly faults: readonly string[]
}

interface State {
  readonly keys: Map<string, KeyObject>
  readonly faults: string[]
  /** The last good hash and number of the export's one tenant. */
  previous: Buffer
  number: number
  open: ChainLine | null
  collected: EventLine[]
  events: number
  erased: number
}

const parsed = (line: string): z.output<typeof Line> | null => {
  try {
    return Line.parse(JSON.parse(line))
  } catch {
    return null
  }
}

const envelopeOf = ({
  type: _type,
  salt: _salt,
  detail: _detail,
  ...envelope
}: EventLine): Envelope => envelope

const checkDetail = (state: State, event: EventLine): void => {
  if (event.salt === null || event.detail === null) {
    state.erased += 1
    return
  }
  const digest = createHash('sha256')
    .update(Buffer.from(event.salt, 'hex'))
    .update(event.detail)
    .digest('hex')
  if (digest !== event.digest) state.faults.push(`event ${event.id}: its detail was changed`)
}

const checkSignature = (state: State, link: ChainLine, hash: Buffer): void => {
  const key = state.keys.get(link.keyId)
  const good =
    key !== undefined &&
    verify(
      'sha256',
      hash,
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(link.signature, 'base64url'),
    )
  if (!good) state.faults.push(`batch ${link.number}: the signature does not fit`)
}

const closeBatch = (state: State): void => {
  const link = state.open
  if (link === null) return
  if (link.number !== state.number + 1) {
    state.faults.push(`batch ${state.number + 1} is missing before batch ${link.number}`)
  }
  if (state.collected.length !== link.count) {
    state.faults.push(
      `batch ${link.number}: ${state.collected.length} events where ${link.count} were chained`,
    )
  }
  const hash = batchHash(state.previous, link, state.collected.map(envelopeOf))
  if (hash.toString('hex') !== link.hash)
    state.faults.push(`batch ${link.number}: the chain is broken`)
  checkSignature(state, link, Buffer.from(link.hash, 'hex'))
  state.previous = Buffer.from(link.hash, 'hex')
  state.number = link.number
  state.collected = []
  state.open = null
}

const take = (state: State, line: z.output<typeof Line>): void => {
  if (line.type === 'key') {
    state.keys.set(line.jwk.kid ?? '', createPublicKey({ key: line.jwk, format: 'jwk' }))
    return
  }
  if (line.type === 'chain') {
    closeBatch(state)
    state.open = line
    return
  }
  checkDetail(state, line)
  state.events += 1
  state.collected.push(line)
}

/** Checks an export line by line: chain, counts, signatures, details. Needs no database. */
export const verifyAuditExport = async (
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<Verdict> => {
  const state: State = {
    keys: new Map(),
    faults: [],
    previous: genesis,
    number: 0,
    open: null,
    collected: [],
    events: 0,
    erased: 0,
  }
  let at = 0
  for await (const text of lines) {
    at += 1
    if (text.trim() === '') continue
    const line = parsed(text)
    if (line === null) state.faults.push(`line ${at} cannot be read`)
    else take(state, line)
  }
  closeBatch(state)
  return {
    valid: state.faults.length === 0,
    batches: state.number,
    events: state.events,
    erased: state.erased,
    faults: state.faults,
  }
}
