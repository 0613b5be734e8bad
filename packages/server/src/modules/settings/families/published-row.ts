import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { findForChange, type ReadFamily, type Reading, saveFamily } from './families.repository.ts'
import { familyRow, forgetFamilies } from './reader.ts'

/**
 * What stands in tables of its own, as readers want it: one row beside the families, read with them
 * and as fresh. Its lock puts changes one after the other.
 */
export const publishedRow = <S extends z.ZodType>(name: string, schema: S) => {
  const parsed = new WeakMap<ReadFamily, z.output<S>>()
  return {
    /** In a transaction. */
    lock: async (ctx: Context): Promise<void> => {
      await findForChange(ctx, name)
    },
    /** In a transaction that holds the lock. */
    save: async (ctx: Context, value: z.input<S> & Readonly<Record<string, unknown>>) => {
      await saveFamily(ctx, name, { value, sealed: null })
    },
    forget: (ctx: Context): void => forgetFamilies(ctx),
    /** Null where nothing was published. @throws ZodError for what no release has written */
    read: async (ctx: Reading): Promise<z.output<S> | null> => {
      const row = await familyRow(ctx, name)
      if (row === undefined || Object.keys(row.value).length === 0) return null
      const known = parsed.get(row)
      if (known !== undefined) return known
      const value = schema.parse(row.value)
      parsed.set(row, value)
      return value
    },
  } as const
}
