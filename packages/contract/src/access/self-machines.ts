import { z } from 'zod'
import {
  Machine,
  NewMachine,
  RegisteredMachine,
  UserMachineSettings,
} from '../authenticators/machines.ts'
import { endpoint } from '../kit/endpoint.ts'
import { noContent, Uuid } from '../kit/schemas.ts'

const path = '/api/web/v1/self/machines'
const own = { actor: 'user', tab: 'DEVICES' } as const

export const listOwnMachines = endpoint({
  ...own,
  method: 'GET',
  path,
  answer: z.array(Machine),
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'The browsers that are remembered for this user',
})

export const createOwnMachine = endpoint({
  ...own,
  method: 'POST',
  path,
  body: NewMachine,
  answer: RegisteredMachine,
  errors: ['authenticator_not_provisioned', 'step_up_required'],
  audit: 'MACHINE_REGISTERED',
  limit: 'change',
  reveals: ['machineNonces'],
  summary: 'Have this browser remembered',
})

export const deleteOwnMachine = endpoint({
  ...own,
  method: 'DELETE',
  path: `${path}/:id`,
  params: z.object({ id: Uuid }),
  answer: noContent,
  errors: ['not_found'],
  audit: 'MACHINE_DELETED',
  limit: 'change',
  summary: 'Forget an own browser',
})

export const readOwnMachineSettings = endpoint({
  ...own,
  method: 'GET',
  path: '/api/web/v1/self/settings/machine',
  answer: UserMachineSettings,
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'How browsers of this user are remembered',
})
