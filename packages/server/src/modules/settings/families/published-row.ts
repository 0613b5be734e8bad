import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { findForChange, type ReadFamily, type Reading, saveFamily } from './families.repository.ts'
import { familyRow, forgetFamilies } from './reader.ts'

/**
 * What stands in tables of its own, as readers want it: one row beside the families, read with them
 * and as fresh.
 */
export const publishedRow = <S extends z.ZodType>(name: string, schema: S) => {
  type Value = z.input<S> & Readonly<Record<string, unknown>>
  const parsed = new WeakMap<ReadFamily, z.output<S>>()
  return {
    /** One change at a time; readers see what `valueOf` makes of it with its commit. */
    change: async <T>(
      ctx: Context,
      work: (ctx: Context) => Promise<T>,
      valueOf: (ctx: Context) => Promise<Value>,
    ): Promise<T> => {
      const done = await ctx.transaction(async (ctx) => {
        await findForChange(ctx, name)
        const result = await work(ctx)
        await saveFamily(ctx, name, { value: await valueOf(ctx), sealed: null })
        return result
      })
      forgetFamilies(ctx)
      return done
    },
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
