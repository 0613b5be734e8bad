import {
  changeRiskEngineState,
  createRiskEngine,
  deleteRiskEngine,
  listRiskEngineDefinitions,
  listRiskEngines,
  type RiskEngine as RiskEngineSchema,
  readRiskEngine,
  updateRiskEngine,
} from '@signet/contract/access/risk-engines'
import { type RiskEngineKind, riskEngineKinds } from '@signet/rules/risk/engines'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'
import type { Wanted } from './risk-engine-form.ts'

export type RiskEngine = z.output<typeof RiskEngineSchema>

export const enginesPath = '/settings/riskengines'
const describedPath = '/settings/riskenginescberes'

/** Where an engine of this kind is added: one that is described whole has pages of its own. */
export const newEnginePath = (kind: RiskEngineKind): string =>
  kind === 'CONNECTOR' ? `${describedPath}/add` : `${enginesPath}/${kind}/add`

export const enginePath = ({ engine, id }: Pick<RiskEngine, 'engine' | 'id'>): string =>
  engine === 'CONNECTOR' ? `${describedPath}/${id}` : `${enginesPath}/${engine}/${id}`

/** The kind that an address names; pages without one are about engines described whole. */
export const kindOf = (named: string | undefined): RiskEngineKind =>
  riskEngineKinds.find((kind) => kind === named) ?? 'CONNECTOR'

const subject = 'risk-engines'

export const enginesQuery = wholeListQuery<RiskEngine>({
  subject,
  list: (signal) => call(listRiskEngines, { signal }),
  nameOf: ({ name }) => name,
})

export const definitionsQuery = queryOptions({
  queryKey: [subject, 'definitions'],
  queryFn: ({ signal }) => call(listRiskEngineDefinitions, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const readOne = (id: string, signal?: AbortSignal) =>
  callWithEtag(readRiskEngine, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const engineQuery = (id: string) => ({
  queryKey: [subject, 'one', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => readOne(id, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

interface Save {
  readonly id: string
  readonly body: Wanted
  readonly etag: string | null
}

export const useEngineChanges = () => {
  const client = useQueryClient()
  const listed = (): Promise<void> => client.invalidateQueries({ queryKey: [subject, 'page'] })
  const changed = async (): Promise<void> => {
    await Promise.all([listed(), client.invalidateQueries({ queryKey: [subject, 'one'] })])
  }
  return {
    create: useMutation({
      mutationFn: (body: Wanted) => call(createRiskEngine, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        call(updateRiskEngine, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: changed,
    }),
    turn: useMutation({
      mutationFn: ({ id, state }: Pick<RiskEngine, 'id' | 'state'>) =>
        call(changeRiskEngineState, { params: { id }, body: { state } }),
      onSuccess: changed,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteRiskEngine, { params: { id } }),
      onSuccess: listed,
    }),
  }
}
