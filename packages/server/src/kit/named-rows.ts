import type { ErrorCode } from '@signet/contract/errors'
import { audit } from './audit.ts'
import type { AuditEntry } from './audit-entry.ts'
import { type Context, expectVersion } from './context.ts'
import { type Versioned, versioned } from './routes.ts'
import { foundOr, unique, unlessUsed } from './rows.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly version: number
}

type Find<Row, Key> = (ctx: Context, key: Key) => Promise<Row | undefined>
type Write = <T>(write: () => Promise<T>) => Promise<T>

/** Its name is what follows the subject in the audit action: `UPDATED`. */
interface Event extends AuditEntry {
  readonly event: string
}

interface Subject<Row extends Named, Key, Wire> {
  /** As the audit log names it. */
  readonly entity: string
  /** What its audit actions begin with: `GROUP` of `GROUP_CREATED`. */
  readonly action: string
  readonly missing: ErrorCode
  /** Unique constraints, each with its error. */
  readonly taken: Parameters<typeof unique>[0]
  /** For a row that other rows refer to when it is removed. */
  readonly used?: ErrorCode
  /** `rowsOf()` of `platform/db/row-sets.ts` has this and the next two for rows of one table. */
  readonly find: Find<Row, Key>
  /** Locks the row until the transaction ends. */
  readonly hold: Find<Row, Key>
  readonly remove: (ctx: Context, id: string) => Promise<void>
  /** What a change asks of the caller beyond the permission. */
  readonly expectRight?: (ctx: Context) => void
  /** The fields that the audit log keeps. */
  readonly shown: (row: Row) => Readonly<Record<string, unknown>>
  readonly present: (row: Row, ctx: Context) => Wire | Promise<Wire>
}

/** What reading and writing share. */
const basicsOf = <Row extends Named, Key, Wire>(of: Subject<Row, Key, Wire>) => {
  const orNotFound = foundOr(of.missing)
  return {
    /** @throws its `missing` */
    find: async (ctx: Context, key: Key): Promise<Row> => orNotFound(await of.find(ctx, key)),

    /** For a change; inside a transaction. @throws its `missing`, precondition_failed */
    hold: async (ctx: Context, key: Key): Promise<Row> => {
      const row = orNotFound(await of.hold(ctx, key))
      of.expectRight?.(ctx)
      expectVersion(ctx, row.version)
      return row
    },

    answer: async (ctx: Context, row: Row): Promise<Versioned<Wire>> =>
      versioned(await of.present(row, ctx), row.version),

    /** Records an event about a row; inside a transaction. */
    record: (ctx: Context, { id, name }: Row, { event, ...detail }: Event): void =>
      audit(ctx, `${of.action}_${event}`, { subject: { entity: of.entity, id, name }, ...detail }),
  }
}

const writesOf = <Row extends Named, Key, Wire>(of: Subject<Row, Key, Wire>) => {
  const { hold, answer, record } = basicsOf(of)
  const refusingDuplicates = unique(of.taken)
  return {
    /** @throws its `taken`, and what `insert` throws */
    create: (ctx: Context, insert: (ctx: Context) => Promise<Row>, event = 'CREATED') =>
      refusingDuplicates(() =>
        ctx.transaction(async (ctx) => {
          const row = await insert(ctx)
          record(ctx, row, { event, after: of.shown(row) })
          return answer(ctx, row)
        }),
      ),

    /**
     * Nothing has changed where `write` gives the row that it was given.
     * @throws its `missing` and `taken`, precondition_failed, and what `write` throws
     */
    change: (ctx: Context, key: Key, write: (ctx: Context, before: Row) => Promise<Row>) =>
      refusingDuplicates(() =>
        ctx.transaction(async (ctx) => {
          const before = await hold(ctx, key)
          const after = await write(ctx, before)
          if (after === before) return answer(ctx, before)
          const values = { before: of.shown(before), after: of.shown(after) }
          record(ctx, after, { event: 'UPDATED', ...values })
          return answer(ctx, after)
        }),
      ),
  }
}

const removalOf = <Row extends Named, Key, Wire>(of: Subject<Row, Key, Wire>) => {
  const { hold, record } = basicsOf(of)
  const refusingUsed: Write = of.used === undefined ? (write) => write() : unlessUsed(of.used)
  return (
    ctx: Context,
    key: Key,
    beforehand?: (ctx: Context, row: Row) => Promise<void>,
  ): Promise<undefined> =>
    refusingUsed(() =>
      ctx.transaction(async (ctx) => {
        const row = await hold(ctx, key)
        await beforehand?.(ctx, row)
        await of.remove(ctx, row.id)
        record(ctx, row, { event: 'DELETED', before: of.shown(row) })
        return undefined
      }),
    )
}

/**
 * Reads and writes rows with a name: each write is one transaction that compares `If-Match`,
 * translates violated constraints, and records one audit event. Answers carry the version of the row.
 */
export const namedRows = <Row extends Named, Key, Wire>(of: Subject<Row, Key, Wire>) => {
  const { find, hold, record, answer } = basicsOf(of)
  return {
    find,
    hold,
    record,
    /** @throws its `missing` */
    read: async (ctx: Context, key: Key) => answer(ctx, await find(ctx, key)),
    ...writesOf(of),
    /** @throws its `missing` and `used`, precondition_failed, and what `beforehand` throws */
    remove: removalOf(of),
  }
}
