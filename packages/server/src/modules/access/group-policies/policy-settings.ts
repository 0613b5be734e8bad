import type { PolicySettings } from '@signet/contract/settings/policy-parts'
import { policyParts } from '@signet/contract/settings/policy-parts'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { roles } from '../../identity/roles/index.ts'
import { rows } from '../../settings/families/index.ts'

type Settings = z.output<typeof PolicySettings>

/** Faults of a policy's values as they would hold over what the tenant has set. */
const faultsOf = async (ctx: Context, settings: Settings) => {
  const given = new Map<string, Readonly<Record<string, unknown>> | undefined>(
    Object.entries(settings),
  )
  const faults = Object.entries(policyParts).map(async ([name, part]) => {
    const own = given.get(name)
    if (own === undefined) return []
    const tenant = await rows.policies.storedValues(ctx, part.family)
    const found = part.faults(tenant, own)
    return found.map(({ path, message }) => ({ path: `body.settings.${name}.${path}`, message }))
  })
  return (await Promise.all(faults)).flat()
}

/** @throws invalid_parameters, role_not_found */
export const expectGood = async (ctx: Context, settings: Settings): Promise<void> => {
  await roles.expectAll(ctx, settings.administratorrole?.roleIds ?? [])
  const { verificationEnabled = false } = settings.verification ?? {}
  const unproven = await rows.policies.ownProof(ctx, { verificationEnabled })
  const unoffered = await rows.policies.ownRegistrable(ctx, settings.registration ?? {}, settings)
  const fields = [
    ...(await faultsOf(ctx, settings)),
    ...unproven.map(({ message }) => ({
      path: 'body.settings.verification.verificationEnabled',
      message,
    })),
    ...unoffered.map(({ path, message }) => ({
      path: `body.settings.registration.${path}`,
      message,
    })),
  ]
  if (fields.length > 0) throw new ApiError('invalid_parameters', { fields })
}

interface Effect {
  /** The settings that are in force for its groups; empty before, and while it is inactive. */
  readonly before: Settings
  readonly after: Settings
}

/** @throws rights_not_held for what weakens the sign-in of administrators */
export const expectOfAdministrators = (
  ctx: Context,
  subject: Parameters<typeof rows.policies.expectOfAdministrators>[1],
  { before, after }: Effect,
): void => {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  for (const [part, { family: name }] of Object.entries(policyParts)) {
    const [own, other] = [is.get(part) ?? {}, was.get(part) ?? {}]
    rows.policies.expectOfAdministrators(ctx, subject, { name, before: other, after: own })
  }
}
