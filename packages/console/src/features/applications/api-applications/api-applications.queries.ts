import {
  type AgentApplicationChange,
  createAgentApplication,
  deleteAgentApplication,
  readAgentApplication,
  regenerateAgentSecret,
  updateAgentApplication,
} from '@signet/contract/applications/agent-applications'
import {
  type AdminApiApplicationChange,
  type ApiApplication,
  ApiApplicationType,
  createAdminApiApplication,
  createAuthApiApplication,
  createIdgApplication,
  createIssuanceApiApplication,
  createSiemApplication,
  deleteAdminApiApplication,
  deleteAuthApiApplication,
  deleteIdgApplication,
  deleteIssuanceApiApplication,
  deleteSiemApplication,
  readAdminApiApplication,
  readAuthApiApplication,
  readIdgApplication,
  readIssuanceApiApplication,
  readSiemApplication,
  regenerateAdminApiSecret,
  regenerateAuthApiSecret,
  regenerateIdgSecret,
  regenerateIssuanceApiSecret,
  regenerateSiemSecret,
  updateAdminApiApplication,
  updateAuthApiApplication,
  updateIdgApplication,
  updateIssuanceApiApplication,
  updateSiemApplication,
} from '@signet/contract/applications/api-applications'
import { listRoles } from '@signet/contract/identity/roles'
import { isAgentType } from '@signet/rules/applications'
import { oneOf } from '@signet/rules/membership'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf, useChange, withBody } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'

export type Program = z.output<typeof ApiApplication>
export type ProgramType = Program['applicationType']
type RoleChange = z.input<typeof AdminApiApplicationChange>
type AgentChange = z.input<typeof AgentApplicationChange>
/** The role counts for the Administration API alone, and how people sign in for agents. */
export type Change = Omit<RoleChange, 'roleId'> & {
  readonly roleId: string | null
  readonly authenticationMethod: NonNullable<AgentChange['authenticationMethod']> | null
}

export const isProgramType = oneOf(ApiApplicationType.options)

export const programPath = (id: string, type: ProgramType): string =>
  `/applications/api/${type}/${id}`

const plain = ({ authenticationMethod: _method, roleId: _role, ...body }: Change) => body

/** They differ by their place, and in what of a form is saved. */
const families = {
  ADMIN_API: {
    regenerate: regenerateAdminApiSecret,
    calls: withBody(
      callsOf({
        read: readAdminApiApplication,
        create: createAdminApiApplication,
        update: updateAdminApiApplication,
        remove: deleteAdminApiApplication,
      }),
      ({ authenticationMethod: _method, roleId, ...body }: Change) => ({
        ...body,
        roleId: roleId ?? '',
      }),
    ),
  },
  AUTH_API: {
    regenerate: regenerateAuthApiSecret,
    calls: withBody(
      callsOf({
        read: readAuthApiApplication,
        create: createAuthApiApplication,
        update: updateAuthApiApplication,
        remove: deleteAuthApiApplication,
      }),
      plain,
    ),
  },
  IDG: {
    regenerate: regenerateIdgSecret,
    calls: withBody(
      callsOf({
        read: readIdgApplication,
        create: createIdgApplication,
        update: updateIdgApplication,
        remove: deleteIdgApplication,
      }),
      plain,
    ),
  },
  ISSUANCE_API: {
    regenerate: regenerateIssuanceApiSecret,
    calls: withBody(
      callsOf({
        read: readIssuanceApiApplication,
        create: createIssuanceApiApplication,
        update: updateIssuanceApiApplication,
        remove: deleteIssuanceApiApplication,
      }),
      plain,
    ),
  },
  SIEM: {
    regenerate: regenerateSiemSecret,
    calls: withBody(
      callsOf({
        read: readSiemApplication,
        create: createSiemApplication,
        update: updateSiemApplication,
        remove: deleteSiemApplication,
      }),
      plain,
    ),
  },
}

const agentCalls = (applicationType: string) =>
  withBody(
    callsOf(
      {
        read: readAgentApplication,
        create: createAgentApplication,
        update: updateAgentApplication,
        remove: deleteAgentApplication,
      },
      { applicationType },
    ),
    ({ roleId: _role, ...body }: Change) => body,
  )

const subject = 'api-applications'
const also = [['applications']]

/** Programs of one type. */
export const programsOf = (type: ProgramType) => ({
  subject,
  also,
  ...(isAgentType(type) ? agentCalls(type) : families[type].calls),
})

export const rolesQuery = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: ({ signal }) => call(listRoles, { signal }),
})

interface Rotation {
  readonly program: Pick<Program, 'id' | 'applicationType'>
  readonly overlapHours: number
}

const regenerate = ({ program: { id, applicationType }, overlapHours }: Rotation) => {
  const body = { overlapHours }
  return isAgentType(applicationType)
    ? call(regenerateAgentSecret, { params: { applicationType, id }, body })
    : call(families[applicationType].regenerate, { params: { id }, body })
}

/** A secret takes a fresh proof. */
export const useSecretRotation = () => useChange(regenerate, [subject], ...also)
