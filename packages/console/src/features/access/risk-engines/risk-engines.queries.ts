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
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

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

export const engines = {
  subject,
  ...callsOf({
    read: readRiskEngine,
    create: createRiskEngine,
    update: updateRiskEngine,
    remove: deleteRiskEngine,
  }),
}

export const useEngineSwitch = () =>
  useChange(
    ({ id, state }: Pick<RiskEngine, 'id' | 'state'>) =>
      call(changeRiskEngineState, { params: { id }, body: { state } }),
    [subject],
  )
