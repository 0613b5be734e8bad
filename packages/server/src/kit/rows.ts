import type { ErrorCode } from '@signet/contract/errors'
import { hasRoom, type Limited } from '../platform/db/limit-lock.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../platform/db/sql-errors.ts'
import type { Context } from './context.ts'
import { ApiError } from './errors.ts'

interface Taken {
  readonly code: ErrorCode
  /** The field whose value is taken: `body.name`. */
  readonly path?: string
  /** What is wrong with it; `is taken` by default. */
  readonly message?: string
}

const takenError = (taken: ErrorCode | Taken, cause: unknown): ApiError => {
  const { code, path, message = 'is taken' } = typeof taken === 'string' ? { code: taken } : taken
  const fields = path === undefined ? {} : { fields: [{ path, message }] }
  return new ApiError(code, { ...fields, cause })
}

/** Runs a write; throws what `errorOf` makes of its error, or the error itself. */
const translating =
  (errorOf: (error: unknown) => ApiError | undefined) =>
  async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      return await write()
    } catch (error) {
      throw errorOf(error) ?? error
    }
  }

/** Runs a write; a violation of one of these unique constraints becomes its error. */
export const unique = (constraints: Readonly<Record<string, ErrorCode | Taken>>) =>
  translating((error) => {
    const broken = Object.entries(constraints).find(([name]) => isUniqueViolation(error, name))
    return broken === undefined ? undefined : takenError(broken[1], error)
  })

/** Runs a removal; where other rows refer to the row, it becomes this error. */
export const unlessUsed = (code: ErrorCode) =>
  translating((error) =>
    isForeignKeyViolation(error) ? new ApiError(code, { cause: error }) : undefined,
  )

interface Limit {
  readonly most: number
  /** Only where the wire already has a code for this limit. */
  readonly code?: ErrorCode
}

/** Lets one row more be added until the transaction ends. @throws limit_reached, or its own code */
export const expectRoom = async (
  ctx: Context,
  table: Limited,
  { most, code = 'limit_reached' }: Limit,
): Promise<void> => {
  if (!(await hasRoom(ctx, table, most))) throw new ApiError(code, { parameters: { most } })
}

/** The row; without one it throws the error. */
export const foundOr =
  (code: ErrorCode) =>
  <T>(row: T | undefined): T => {
    if (row === undefined) throw new ApiError(code)
    return row
  }
