import { signInProgramTypes } from '@signet/rules/applications'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { findRow } from '../../../platform/db/row-sets.ts'
import type { ApiApplicationRow } from '../../../platform/db/schema/applications.ts'

export type StoredApiApplication = Selectable<ApiApplicationRow>
export type ApiApplicationType = StoredApiApplication['application_type']

/** With its role: the name, and which one of the product's own it is. */
export interface ShownApiApplication extends StoredApiApplication {
  readonly role_name: string | null
  readonly role_built_in: string | null
}

/** As many as a list shows. */
const mostShown = 1000

const shown = ({ db, tenant }: Context) =>
  db
    .selectFrom('api_applications as a')
    .leftJoin('roles as r', (join) =>
      join.onRef('r.tenant_id', '=', 'a.tenant_id').onRef('r.id', '=', 'a.role_id'),
    )
    .selectAll('a')
    .select(['r.name as role_name', 'r.built_in as role_built_in'])
    .where('a.tenant_id', '=', tenant.id)

export const listOfType = (
  ctx: Context,
  type: ApiApplicationType,
): Promise<ShownApiApplication[]> =>
  shown(ctx).where('a.application_type', '=', type).orderBy('a.name_key').limit(mostShown).execute()

export const findShown = (
  ctx: Context,
  type: ApiApplicationType,
  id: string,
): Promise<ShownApiApplication | undefined> =>
  shown(ctx).where('a.application_type', '=', type).where('a.id', '=', id).executeTakeFirst()

/** Those that people sign in through. */
const signingIn = ({ db, tenant }: Context) =>
  db
    .selectFrom('api_applications')
    .select(['id', 'name', 'application_type'])
    .where('tenant_id', '=', tenant.id)
    .where('application_type', 'in', [...signInProgramTypes])

export const listSigningIn = (ctx: Context) =>
  signingIn(ctx).orderBy('name_key').limit(mostShown).execute()

export const isSigningIn = async (ctx: Context, id: string): Promise<boolean> =>
  (await signingIn(ctx).where('id', '=', id).executeTakeFirst()) !== undefined

/** Of any type: to sign in. */
export const findById = (ctx: Context, id: string): Promise<StoredApiApplication | undefined> =>
  findRow(ctx, 'api_applications', id)

/** Its version stays: a use is no change. */
export const noteUse = async ({ db, tenant, platform }: Context, id: string): Promise<void> => {
  await db
    .updateTable('api_applications')
    .set({ last_used_at: platform.clock.now() })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}
