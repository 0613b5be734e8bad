import type { Endpoint } from '@signet/contract/kit/endpoint'
import { z } from 'zod'
import { createOidcApplication } from '../../modules/applications/oidc-applications/index.ts'
import { buildRole, buildUser } from '../../testing/builders.ts'
import type { TestTenant } from '../../testing/test-app.ts'

interface BodyWithId {
  readonly build: (tenant: TestTenant) => Promise<string>
  readonly body: (id: string) => unknown
}

const user = async ({ ctx }: TestTenant) => (await buildUser(ctx)).id
const role = ({ ctx }: TestTenant) => buildRole(ctx, {})
const application = async ({ ctx, tenant }: TestTenant) => {
  const made = await createOidcApplication(ctx, {
    name: `App ${ctx.platform.ids.random(6).toString('hex')}`,
    applicationType: 'OIDC_WEB',
    redirectUris: [`${tenant.publicUrl}/cb`],
  })
  return made.application.id
}

/** Endpoints that take an id in their body. A new one needs an entry; null says why it has none. */
export const bodiesWithIds: Readonly<Record<string, BodyWithId | null>> = {
  deleteUsers: { build: user, body: (id) => ({ ids: [id] }) },
  generateClientSecret: { build: application, body: (id) => ({ id }) },
  listUsers: { build: role, body: (roleId) => ({ roleId }) },
  syncUsers: { build: user, body: (id) => ({ ids: [id], directoryType: 'azure' }) },
  unsyncUsers: { build: user, body: (id) => ({ ids: [id] }) },
  updateUsers: { build: user, body: (id) => ({ users: [{ id, firstName: 'Changed' }] }) },
  // Groups do not exist yet: their ids stand for nothing.
  createSiteRole: null,
  updateSiteRole: null,
  // The same filter as `listUsers`, applied by a job.
  submitUserList: null,
}

export const hasIdInBody = ({ body }: Endpoint): boolean =>
  body !== undefined &&
  JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes(
    '"format":"uuid"',
  )
