import type { Family } from '@signet/contract/kit/settings-family'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { expectOfAdministrators } from './administrators.policy.ts'
import {
  findForChange,
  listFamilies,
  type Reading,
  saveFamily,
  storedValues,
} from './families.repository.ts'
import { type Overlay, overlaysName, overlaysOf } from './overlays.ts'
import { forgetFamilies } from './reader.ts'
import { ownRegistrable } from './registrable.policy.ts'
import { overlaid, type Values, valuesOf } from './stored-values.ts'
import { ownProof } from './verification.policy.ts'

interface Everybody {
  /** The group policy; null for everybody without one. */
  readonly policy: string | null
  /** A family as it holds for them. */
  of<S extends z.ZodRawShape, Secret extends string>(family: Family<S, Secret>): Values<S>
}

/** What holds for people under each policy, as it stands in this very transaction. */
const listPresent = async (ctx: Reading): Promise<readonly Everybody[]> => {
  const rows = new Map((await listFamilies(ctx)).map((row) => [row.family, row]))
  const tenants: Everybody = {
    policy: null,
    of: (family) => valuesOf(family, rows.get(family.name)?.value),
  }
  const under = ({ name, settings }: Overlay): Everybody => ({
    policy: name,
    of: (family) => overlaid(family, tenants.of(family), settings[family.name] ?? {}),
  })
  return [tenants, ...overlaysOf(rows.get(overlaysName)).map(under)]
}

/**
 * The active group policies as readers want them: one row beside the families, which they read with
 * them. Its lock puts the changes of policies one after the other.
 */
export const policyRow = {
  /** In a transaction. */
  lock: async (ctx: Context): Promise<void> => {
    await findForChange(ctx, overlaysName)
  },
  /** In a transaction that holds the lock. */
  save: async (ctx: Context, policies: readonly Overlay[]): Promise<void> => {
    await saveFamily(ctx, overlaysName, { value: { policies }, sealed: null })
  },
  forget: (ctx: Context): void => forgetFamilies(ctx),
  listPresent,
  /** What a policy lies over. */
  storedValues,
  /** What weakens the sign-in of administrators is for super administrators. */
  expectOfAdministrators,
  /** What speaks against having people prove their address. */
  ownProof,
  /** What speaks against demanding that something be registered. */
  ownRegistrable,
} as const
