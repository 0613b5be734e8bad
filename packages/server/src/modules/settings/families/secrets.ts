import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { findFamily } from './families.repository.ts'

const Kept = z.record(z.string(), z.string())
type Kept = Readonly<Record<string, string>>
/** As given on the wire: null takes one away. */
export type GivenSecrets = Readonly<Record<string, string | null | undefined>>

const purposeOf = (name: string): string => `settings:${name}`

export const openSecrets = async (
  { platform, tenant }: Context,
  name: string,
  sealed: Buffer | null,
): Promise<Kept> => {
  if (sealed === null) return {}
  const opened = await platform.secrets.open(tenant.id, purposeOf(name), sealed)
  return Kept.parse(JSON.parse(opened.toString()))
}

export const sealSecrets = async (
  { platform, tenant }: Context,
  name: string,
  secrets: Kept,
): Promise<Buffer | null> =>
  Object.keys(secrets).length === 0
    ? null
    : platform.secrets.seal(tenant.id, purposeOf(name), Buffer.from(JSON.stringify(secrets)))

/** The secrets after a change. */
export const nextSecrets = (before: Kept, given: GivenSecrets): Kept => {
  const entries = Object.entries({ ...before, ...given })
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  )
}

/**
 * The secrets of a family, opened: for the one call that needs them, never for an answer. The
 * tenant's keys must be ready, as in every request.
 */
export const readSecrets = async (
  ctx: Context,
  { name }: { readonly name: string },
): Promise<Kept> => openSecrets(ctx, name, (await findFamily(ctx, name))?.sealed ?? null)
