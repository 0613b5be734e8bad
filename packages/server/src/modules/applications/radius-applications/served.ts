import type { Context } from '../../../kit/context.ts'
import { findRow } from '../../../platform/db/row-sets.ts'
import type { RadiusSettings } from '../../../platform/db/schema/radius.ts'
import { listRows, type StoredRadiusApplication } from './radius-applications.repository.ts'
import { secretPurpose } from './radius-applications.service.ts'

export interface ServedApplication extends RadiusSettings {
  readonly id: string
  readonly name: string
}

const isServedBy = ({ enabled, settings }: StoredRadiusApplication, agentId: string): boolean =>
  enabled && (settings.agentIds.length === 0 || settings.agentIds.includes(agentId))

/** The applications that an agent serves, with a text that changes with any of them. */
export const listServed = async (ctx: Context, agentId: string) => {
  const rows = (await listRows(ctx)).filter((row) => isServedBy(row, agentId))
  return { rows, revision: rows.map(({ id, version }) => `${id}:${version}`).join(' ') }
}

export const openSharedSecret = async (
  ctx: Context,
  row: StoredRadiusApplication,
): Promise<string> => {
  const place = secretPurpose(row.id)
  return (await ctx.platform.secrets.open(ctx.tenant.id, place, row.sealed_secret)).toString()
}

export const findApplication = (ctx: Context, id: string) => findRow(ctx, 'radius_applications', id)

/** One that an agent serves; null for any other. */
export const findServed = async (
  ctx: Context,
  { id, agentId }: { readonly id: string; readonly agentId: string },
): Promise<ServedApplication | null> => {
  const row = await findApplication(ctx, id)
  if (row === undefined || !isServedBy(row, agentId)) return null
  return { ...row.settings, id: row.id, name: row.name }
}

export const hasApplication = async (ctx: Context, id: string): Promise<boolean> =>
  (await findApplication(ctx, id)) !== undefined
