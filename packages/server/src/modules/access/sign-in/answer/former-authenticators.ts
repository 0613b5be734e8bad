import type { Context } from '../../../../kit/context.ts'
import { faces } from '../../../authenticators/faces/index.ts'
import { fido } from '../../../authenticators/fido/index.ts'
import { kba } from '../../../authenticators/kba/index.ts'
import { recoveryCodes } from '../../../authenticators/recovery-codes/index.ts'
import { tempAccessCodes } from '../../../authenticators/temp-access-codes/index.ts'
import { tokens } from '../../../authenticators/tokens/index.ts'

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
    if (id !== kept) await tokens.release(ctx, id, anyOwner)
  }
  for (const { id } of await fido.listOf(ctx, person.id)) {
    if (id !== kept) await fido.remove(ctx, id, anyOwner)
  }
  await faces.removeAll(ctx, person.id)
  const { remaining } = await recoveryCodes.readStatus(ctx, person.id)
  if (remaining > 0) await recoveryCodes.removeSet(ctx, person)
  await tempAccessCodes.remove(ctx, person)
  await kba.removeAll(ctx, person)
}
