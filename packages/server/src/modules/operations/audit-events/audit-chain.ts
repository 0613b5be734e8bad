import { createHash } from 'node:crypto'

/** The fields of an event that the chain covers, in this order. */
export interface Envelope {
  readonly id: string
  /** Epoch milliseconds. */
  readonly occurredAt: number
  readonly tenantId: string
  readonly actorKind: string
  readonly actorId: string
  readonly entity: string
  readonly entityId: string
  readonly action: string
  readonly outcome: string
  /** Hex SHA-256 of salt and detail. */
  readonly digest: string
}

interface Batch {
  readonly tenantId: string
  readonly number: number
  readonly fromXid: string
  readonly uptoXid: string
  readonly count: number
}

/** Hash of nothing before: the first batch's predecessor. */
export const genesis = Buffer.alloc(32)

const lineOf = (event: Envelope): string =>
  `${JSON.stringify([
    event.id,
    event.occurredAt,
    event.tenantId,
    event.actorKind,
    event.actorId,
    event.entity,
    event.entityId,
    event.action,
    event.outcome,
    event.digest,
  ])}\n`

/** The hash of one batch: SHA-256 over the previous hash, the batch and its envelopes in order. */
export const batchHash = (previous: Buffer, batch: Batch, events: readonly Envelope[]): Buffer => {
  const hash = createHash('sha256').update(previous)
  hash.update(
    `${JSON.stringify([batch.tenantId, batch.number, batch.fromXid, batch.uptoXid, batch.count])}\n`,
  )
  for (const event of events) hash.update(lineOf(event))
  return hash.digest()
}
