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
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'

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

const subject = 'api-applications'
const keyOf = (id: string) => [subject, 'one', id]

/** The calls of those that hold no role; they differ by their place alone. */
const plainDoors = {
  AUTH_API: {
    create: createAuthApiApplication,
    read: readAuthApiApplication,
    update: updateAuthApiApplication,
    remove: deleteAuthApiApplication,
    regenerate: regenerateAuthApiSecret,
  },
  IDG: {
    create: createIdgApplication,
    read: readIdgApplication,
    update: updateIdgApplication,
    remove: deleteIdgApplication,
    regenerate: regenerateIdgSecret,
  },
  ISSUANCE_API: {
    create: createIssuanceApiApplication,
    read: readIssuanceApiApplication,
    update: updateIssuanceApiApplication,
    remove: deleteIssuanceApiApplication,
    regenerate: regenerateIssuanceApiSecret,
  },
  SIEM: {
    create: createSiemApplication,
    read: readSiemApplication,
    update: updateSiemApplication,
    remove: deleteSiemApplication,
    regenerate: regenerateSiemSecret,
  },
} as const

export const readProgram = (
  type: ProgramType,
  id: string,
  signal?: AbortSignal,
): Promise<Tagged<Program>> => {
  const input = { params: { id }, signal }
  if (type === 'ADMIN_API') return callWithEtag(readAdminApiApplication, input)
  if (isAgentType(type)) {
    return callWithEtag(readAgentApplication, { params: { applicationType: type, id }, signal })
  }
  return callWithEtag(plainDoors[type].read, input)
}

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const programQuery = (type: ProgramType, id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readProgram(type, id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

export const rolesQuery = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: ({ signal }) => call(listRoles, { signal }),
})

const createOne = (type: ProgramType, { roleId, authenticationMethod, ...body }: Change) => {
  if (type === 'ADMIN_API') {
    return call(createAdminApiApplication, { body: { ...body, roleId: roleId ?? '' } })
  }
  if (isAgentType(type)) {
    const params = { applicationType: type }
    return call(createAgentApplication, { params, body: { ...body, authenticationMethod } })
  }
  return call(plainDoors[type].create, { body })
}

interface Save {
  readonly program: Pick<Program, 'id' | 'applicationType'>
  readonly body: Change
  readonly etag: string | null
}

const saveOne = ({ program: { id, applicationType }, body: given, etag }: Save) => {
  const { roleId, authenticationMethod, ...body } = given
  const ifMatch = etag ?? undefined
  const place = { params: { id }, ifMatch }
  if (applicationType === 'ADMIN_API') {
    return call(updateAdminApiApplication, { ...place, body: { ...body, roleId: roleId ?? '' } })
  }
  if (isAgentType(applicationType)) {
    const params = { applicationType, id }
    const wanted = { ...body, authenticationMethod }
    return call(updateAgentApplication, { params, ifMatch, body: wanted })
  }
  return call(plainDoors[applicationType].update, { ...place, body })
}

const removeOne = ({ id, applicationType }: Pick<Program, 'id' | 'applicationType'>) => {
  if (applicationType === 'ADMIN_API') return call(deleteAdminApiApplication, { params: { id } })
  if (isAgentType(applicationType)) {
    return call(deleteAgentApplication, { params: { applicationType, id } })
  }
  return call(plainDoors[applicationType].remove, { params: { id } })
}

interface Rotation {
  readonly program: Pick<Program, 'id' | 'applicationType'>
  readonly overlapHours: number
}

const regenerate = ({ program: { id, applicationType }, overlapHours }: Rotation) => {
  const input = { params: { id }, body: { overlapHours } }
  if (applicationType === 'ADMIN_API') return call(regenerateAdminApiSecret, input)
  if (isAgentType(applicationType)) {
    const params = { applicationType, id }
    return call(regenerateAgentSecret, { params, body: { overlapHours } })
  }
  return call(plainDoors[applicationType].regenerate, input)
}

/** Changes to programs; each makes what was read before stale. A secret takes a fresh proof. */
export const useProgramChanges = () => {
  const client = useQueryClient()
  const changed = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: [subject] })
    await client.invalidateQueries({ queryKey: ['applications'] })
  }
  return {
    create: useMutation({
      mutationFn: ({ type, body }: { type: ProgramType; body: Change }) => createOne(type, body),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: (save: Save) => saveOne(save),
      onSuccess: changed,
    }),
    remove: useMutation({
      mutationFn: removeOne,
      onSuccess: (_, { id }) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return client.invalidateQueries({ queryKey: ['applications'] })
      },
    }),
    rotate: useMutation({
      mutationFn: (rotation: Rotation) => regenerate(rotation),
      onSuccess: changed,
    }),
  }
}
