import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { findFamily, findForChange, saveFamily } from './families.repository.ts'
import { openSecrets, sealSecrets } from './secrets.ts'

/** What a family is on its way to, with secrets: a row beside it that no reader of families sees. */
export const sealedRow = <S extends z.ZodType>(name: string, schema: S) => ({
  /** In a transaction. */
  save: async (
    ctx: Context,
    value: z.input<S> & Readonly<Record<string, unknown>>,
    secrets: Readonly<Record<string, string>>,
  ): Promise<void> => {
    await findForChange(ctx, name)
    await saveFamily(ctx, name, { value, sealed: await sealSecrets(ctx, name, secrets) })
  },
  /** Null where nothing stands. */
  read: async (ctx: Context) => {
    const row = await findFamily(ctx, name)
    const value = schema.safeParse(row?.value)
    return row === undefined || !value.success
      ? null
      : { value: value.data, secrets: await openSecrets(ctx, name, row.sealed) }
  },
})
