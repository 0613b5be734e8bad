import { createHash, createPublicKey, type Hash, type KeyObject, verify } from 'node:crypto'
import { batchHash, type Envelope, genesis } from './audit-chain.ts'
import { auditLines } from './audit-file.ts'
import {
  type ChainLine,
  type EndLine,
  type EventLine,
  type Line,
  parseLine,
  type SignedBatch,
} from './audit-lines.ts'

interface Verdict {
  readonly valid: boolean
  /** How many batches, and the number of the first: 1 but for a part of the log. */
  readonly batches: number
  readonly first: number
  readonly events: number
  readonly erased: number
  /** The thumbprint (RFC 7638) of the key that signed the whole; null when nothing did. */
  readonly signedBy: string | null
  /** What was found wrong, in words; empty when valid. */
  readonly faults: readonly string[]
}

interface State {
  readonly keys: Map<string, KeyObject>
  readonly faults: string[]
  /** Of every line so far. */
  readonly hash: Hash
  /** The number and hash of the last good batch of the export's one tenant. */
  previous: Buffer
  number: number
  first: number
  batches: number
  open: ChainLine | null
  collected: Envelope[]
  events: number
  erased: number
  signedBy: string | null
  isComplete: boolean
}

const envelopeOf = (event: EventLine): Envelope => {
  const { type: _type, salt: _salt, detail: _detail, ...envelope } = event
  return envelope
}

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

const isSigned = (
  { keys }: State,
  hash: Buffer,
  { keyId, signature }: Pick<SignedBatch, 'keyId' | 'signature'>,
): boolean => {
  const key = keys.get(keyId)
  const bytes = Buffer.from(signature, 'base64url')
  return key !== undefined && verify('sha256', hash, { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

const checkSignature = (state: State, batch: SignedBatch): void => {
  if (isSigned(state, Buffer.from(batch.hash, 'hex'), batch)) return
  state.faults.push(`batch ${batch.number}: the signature does not fit`)
}

const closeBatch = (state: State): void => {
  const link = state.open
  if (link === null) return
  const { faults } = state
  if (link.number !== state.number + 1) {
    faults.push(`batch ${state.number + 1} is missing before batch ${link.number}`)
  }
  const found = state.collected.length
  if (found !== link.count) {
    faults.push(`batch ${link.number}: ${found} events where ${link.count} were chained`)
  }
  const hash = batchHash(state.previous, link, state.collected)
  if (hash.toString('hex') !== link.hash) faults.push(`batch ${link.number}: the chain is broken`)
  checkSignature(state, link)
  state.previous = Buffer.from(link.hash, 'hex')
  state.number = link.number
  state.batches += 1
  state.collected = []
  state.open = null
}

const takeKey = (state: State, jwk: Readonly<Record<string, string>>): void => {
  try {
    state.keys.set(jwk.kid ?? '', createPublicKey({ key: jwk, format: 'jwk' }))
  } catch {
    state.faults.push(`key ${jwk.kid ?? ''} cannot be read`)
  }
}

/** Where a part of the log begins: after a batch that the tenant's key has signed. */
const takeCheckpoint = (state: State, batch: SignedBatch): void => {
  if (state.number !== 0 || state.open !== null) {
    state.faults.push(`checkpoint ${batch.number} stands inside the log`)
    return
  }
  checkSignature(state, batch)
  state.previous = Buffer.from(batch.hash, 'hex')
  state.number = batch.number
  state.first = batch.number + 1
}

/** RFC 7638: SHA-256 over the required members in order of their names. */
const thumbprint = (key: KeyObject | undefined): string | null => {
  if (key === undefined) return null
  const { crv, kty, x, y } = key.export({ format: 'jwk' })
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}

const takeEnd = (state: State, end: EndLine): void => {
  closeBatch(state)
  state.isComplete = true
  const digest = state.hash.copy().digest()
  if (digest.toString('hex') !== end.sha256)
    state.faults.push('a line was changed, removed or added')
  if (isSigned(state, digest, end)) state.signedBy = thumbprint(state.keys.get(end.keyId))
  else state.faults.push('the signature over the whole does not fit')
}

const takeEvent = (state: State, event: EventLine): void => {
  if (state.open === null) state.faults.push(`event ${event.id} stands outside a batch`)
  checkDetail(state, event)
  state.events += 1
  state.collected.push(envelopeOf(event))
}

const take = (state: State, line: Line): void => {
  if (state.isComplete) state.faults.push('something stands after the end')
  else if (line.type === 'key') takeKey(state, line.jwk)
  else if (line.type === 'checkpoint') takeCheckpoint(state, line)
  else if (line.type === 'event') takeEvent(state, line)
  else if (line.type === 'end') takeEnd(state, line)
  else {
    closeBatch(state)
    state.open = line
  }
}

const newState = (): State => ({
  keys: new Map(),
  faults: [],
  hash: createHash('sha256'),
  previous: genesis,
  number: 0,
  first: 1,
  batches: 0,
  open: null,
  collected: [],
  events: 0,
  erased: 0,
  signedBy: null,
  isComplete: false,
})

type Lines = AsyncIterable<string> | Iterable<string>

/**
 * Checks an export line by line, or a file of one, plain or compressed: chain, counts, signatures,
 * details. Needs no database.
 */
export const verifyAuditExport = async (
  source: Lines | { readonly file: string },
): Promise<Verdict> => {
  const lines = 'file' in source ? auditLines(source.file) : source
  const state = newState()
  let at = 0
  for await (const text of lines) {
    at += 1
    const line = parseLine(text)
    if (line === null) state.faults.push(`line ${at} cannot be read`)
    else take(state, line)
    state.hash.update(`${text}\n`)
  }
  closeBatch(state)
  if (!state.isComplete) state.faults.push('the end is missing: something was removed')
  const { batches, first, events, erased, signedBy, faults } = state
  return { valid: faults.length === 0, batches, first, events, erased, signedBy, faults }
}
