import type { Context } from '../../../kit/context.ts'
import { fido } from '../../authenticators/fido/index.ts'
import { recoveryCodes } from '../../authenticators/recovery-codes/index.ts'
import { tokens } from '../../authenticators/tokens/index.ts'

interface Person {
  readonly id: string
  readonly name: string
}

const anyOwner = () => {}

/**
 * Removes every second factor but the one just enrolled; each is an event of its own, of which the
 * person is told. Part of a transaction.
 */
export const removeFormer = async (ctx: Context, person: Person, kept: string): Promise<void> => {
  for (const { id } of await tokens.listOf(ctx, person.id)) {
    if (id !== kept) await tokens.remove(ctx, id, anyOwner)
  }
  for (const { id } of await fido.listOf(ctx, person.id)) {
    if (id !== kept) await fido.remove(ctx, id, anyOwner)
  }
  const { remaining } = await recoveryCodes.readStatus(ctx, person.id)
  if (remaining > 0) await recoveryCodes.removeSet(ctx, person)
}
