import { resourceIds } from '@signet/contract/access/resource-rules'
import { oneOf } from '@signet/rules/membership'
import type { Context } from '../../../kit/context.ts'
import { isSignInProgram, listSignInPrograms } from '../../applications/api-applications/index.ts'
import {
  findOidcApplication,
  listOidcApplications,
} from '../../applications/oidc-applications/index.ts'
import {
  hasRadiusApplication,
  listRadiusApplications,
} from '../../applications/radius-applications/index.ts'
import {
  findSamlApplication,
  listSamlApplications,
} from '../../applications/saml-applications/index.ts'
import { settings } from '../../settings/families/index.ts'

/** Each kind of application that people open: whether there is one, and all there are. */
const kinds = [
  {
    has: async ({ db, tenant }: Context, id: string) =>
      (await findOidcApplication(db, tenant.id, id)) !== undefined,
    list: async ({ db, tenant }: Context) =>
      (await listOidcApplications(db, tenant.id)).map((row) => ({
        id: row.id,
        name: row.name,
        type: row.application_type,
      })),
  },
  {
    has: async (ctx: Context, id: string) => (await findSamlApplication(ctx, id)) !== undefined,
    list: async (ctx: Context) =>
      (await listSamlApplications(ctx)).map(({ id, name }) => ({ id, name, type: 'SAML' })),
  },
  {
    has: hasRadiusApplication,
    list: async (ctx: Context) =>
      (await listRadiusApplications(ctx)).map(({ id, name }) => ({ id, name, type: 'RADIUS' })),
  },
  {
    has: isSignInProgram,
    list: async (ctx: Context) =>
      (await listSignInPrograms(ctx)).map(({ id, name, application_type: type }) => ({
        id,
        name,
        type,
      })),
  },
] as const

const isPortal = oneOf(resourceIds)

/** Whether a rule may be about it. */
export const isResource = async (ctx: Context, id: string): Promise<boolean> => {
  if (isPortal(id)) return true
  const found = await Promise.all(kinds.map(({ has }) => has(ctx, id)))
  return found.includes(true)
}

/** The portal by the tenant's own name for it, if it has one. */
const listPortals = async (ctx: Context) => {
  const { name } = await settings.userPortalApplication(ctx)
  return resourceIds.map((id) => ({ id, name: id === 'USER_PORTAL' ? name : null, type: id }))
}

export const listResources = async (ctx: Context) => {
  const portals = await listPortals(ctx)
  const applications = await Promise.all(kinds.map(({ list }) => list(ctx)))
  return [...portals, ...applications.flat()]
}
