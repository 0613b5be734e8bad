import type { ProgramType } from '@signet/rules/applications'
import { buildGrid } from '../../../testing/authenticators/grids.ts'
import { buildGroup, buildRole, buildUser } from '../../../testing/builders.ts'
import type { TestTenant } from '../../../testing/test-app.ts'
import { oidcApplications } from '../../modules/applications/oidc-applications/index.ts'
import { buildApiApplication } from './api-application-rows.ts'
import { buildExternalDatabase } from './database-rows.ts'
import { buildDesktop, buildFace, buildMachine, buildSyncDevice } from './device-rows.ts'
import { buildCredentialDesign, buildPrinter } from './issuance-rows.ts'
import { buildJob, buildPasskey, buildTotp } from './rows.ts'
import { buildWorkflowDesign } from './workflow-rows.ts'

/*
 * Rows of a tenant that several modules take: `any…` returns an id, `…AsId` ids by the names of path
 * parameters.
 */

export const anyUser = async ({ ctx }: TestTenant) => (await buildUser(ctx)).id

export const tokenAsId = async (tenant: TestTenant) => {
  const { id, serial, userId } = await buildTotp(tenant.ctx, await anyUser(tenant))
  return { tokenid: id, sernum: serial, useruuid: userId }
}

export const gridAsId = async (tenant: TestTenant) => {
  const { id, serial } = await buildGrid(tenant.ctx, await anyUser(tenant))
  return { id, gridid: id, serial, sernum: serial }
}

export const machineAsId = async ({ ctx }: TestTenant) => {
  const holder = await buildUser(ctx)
  return { userid: holder.id, id: (await buildMachine(ctx, holder)).id }
}

export const desktopAsId = async ({ ctx }: TestTenant) => {
  const holder = await buildUser(ctx)
  return { userid: holder.id, id: (await buildDesktop(ctx, holder)).id }
}

export const syncDeviceAsId = async ({ ctx }: TestTenant) => {
  const holder = await buildUser(ctx)
  return { userid: holder.id, deviceid: await buildSyncDevice(ctx, holder) }
}

export const faceAsId = async ({ ctx }: TestTenant) => ({
  faceid: (await buildFace(ctx, await buildUser(ctx))).id,
})

export const passkeyAsId = async (tenant: TestTenant) => ({
  fidoid: await buildPasskey(tenant.ctx, await anyUser(tenant)),
})

export const apiApplicationAsId =
  (type: ProgramType) =>
  async ({ ctx }: TestTenant) => ({ id: (await buildApiApplication(ctx, type)).id })

export const groupAsId = async ({ ctx }: TestTenant) => ({ id: (await buildGroup(ctx)).id })

export const jobAsId = (kind: string) => async (tenant: TestTenant) => ({
  id: await buildJob(tenant.ctx, { kind, ownerId: await anyUser(tenant) }),
})

export const userAsId = async (tenant: TestTenant) => ({ id: await anyUser(tenant) })

export const userAsUserid = async (tenant: TestTenant) => ({ userid: await anyUser(tenant) })

export const anyRole = ({ ctx }: TestTenant) => buildRole(ctx, {})

export const anyGroup = async ({ ctx }: TestTenant) => (await buildGroup(ctx)).id

export const anyCardDesign = ({ ctx }: TestTenant) => buildCredentialDesign(ctx)

export const anyPrinter = ({ ctx }: TestTenant) => buildPrinter(ctx)

export const workflowAsId = async ({ ctx }: TestTenant) => ({
  workflowId: await buildWorkflowDesign(ctx),
})

export const anyApplication = async ({ ctx, tenant }: TestTenant) => {
  const made = await oidcApplications.create(ctx, {
    name: `App ${ctx.platform.ids.random(6).toString('hex')}`,
    applicationType: 'OIDC_WEB',
    redirectUris: [`${tenant.publicUrl}/cb`],
  })
  return made.application.id
}

export const applicationAsId = async (tenant: TestTenant) => ({ id: await anyApplication(tenant) })

export const anyExternalDatabase = ({ ctx }: TestTenant) => buildExternalDatabase(ctx)
