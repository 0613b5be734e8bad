import { abort } from '@signet/rules/abort'
import { isResultPath } from '@signet/rules/connector-results'
import {
  engineFailures,
  isOfDefinition,
  readingFault,
  riskEngineKinds,
  riskEngineStates,
} from '@signet/rules/risk/engines'
import { riskLevels } from '@signet/rules/risk/score'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { crudAt } from '../kit/crud-at.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, Uuid } from '../kit/schemas.ts'
import { connectorFor, HttpConnector } from '../settings/http-connectors.ts'

export const mostRiskEngines = 50

const ResultPath = z.string().max(200, abort).refine(isResultPath, 'path_invalid')
const bound = z.number().min(-1_000_000).max(1_000_000)
const words = z.array(Line(100)).max(20, abort)

/** How the one value of an answer that says the risk is understood. */
const Reading = z
  .discriminatedUnion('type', [
    z
      .object({
        type: z.literal('SCORE'),
        path: ResultPath,
        riskier: z.enum(['HIGHER', 'LOWER']),
        mediumFrom: bound,
        highFrom: bound,
      })
      .strict(),
    z
      .object({
        type: z.literal('WORD'),
        path: ResultPath,
        low: words.min(1),
        medium: words,
        high: words,
      })
      .strict(),
  ])
  .meta({ id: 'RiskReading' })

export const RiskEngineDefinition = z.object({
  description: z.string().trim().max(500, abort).default(''),
  /** The definition it was made from; CONNECTOR: the whole call is described. */
  engine: z.enum(riskEngineKinds),
  state: z.enum(riskEngineStates).default('ENABLED'),
  reading: Reading,
})

/** A service outside that says how risky a sign-in is. */
export const RiskEngine = z
  .object({
    id: Uuid,
    name: z.string(),
    ...RiskEngineDefinition.shape,
    connector: HttpConnector,
    updatedAt: Instant,
  })
  .meta({ id: 'RiskEngine' })

export const RiskEngineChange = RiskEngineDefinition.omit({ state: true })
  .extend({ name: Line(100), connector: connectorFor('RISK') })
  .strict()
  .superRefine(({ engine, connector, reading }, context) => {
    const fault = readingFault(reading)
    if (fault !== null) {
      const { path, message } = fault
      context.addIssue({ code: 'custom', path: ['reading', path], message })
    }
    if (isOfDefinition(engine, connector, reading)) return
    context.addIssue({ code: 'custom', path: ['engine'], message: 'definition_changed' })
  })
  .meta({ id: 'RiskEngineChange' })

const path = '/api/web/v1/settings/riskengine'
const { view, edit } = callsOn('SETTINGS')
const { list, read, createWithoutLocation, update, remove } = crudAt(path, {
  entity: 'SETTINGS',
  answer: RiskEngine,
  action: 'RISK_ENGINE',
  missing: 'not_found',
  taken: 'name_exists',
})

export const listRiskEngines = endpoint({
  ...list,
  summary: 'Risk engines, by name',
  description: `At most ${mostRiskEngines}. A resource rule names an engine as a factor (RISK_ENGINE). It is asked once for each sign-in, when the first factor is proven, and only where a rule about the person names it. No answer in time, an answer that is not 200 or not understood, and an engine that is gone all fail the factor.`,
})

export const listRiskEngineDefinitions = endpoint({
  ...view,
  path: `${path}/definitions`,
  answer: z
    .array(
      z.object({
        engine: z.enum(riskEngineKinds),
        /** What is sent, with its placeholders. */
        body: z.string(),
        reading: Reading,
        /** An answer that the reading understands. */
        example: z.string(),
        placeholders: z.array(z.string()),
      }),
    )
    .meta({ id: 'RiskEngineDefinitions' }),
  errors: [],
  summary: 'What risk engines are made from',
  description:
    'SCORE, LEVEL and DECISION send what stands here and read the value at this path; bounds and words are yours. CONNECTOR is described whole: method, headers, body, path.',
})

export const readRiskEngine = endpoint({ ...read, summary: 'One risk engine' })

export const createRiskEngine = endpoint({
  ...createWithoutLocation,
  body: RiskEngineChange,
  sensitive: true,
  summary: 'Add a risk engine',
  description: 'It is enabled at once, and asked as soon as a rule names it.',
})

export const updateRiskEngine = endpoint({
  ...update,
  body: RiskEngineChange,
  sensitive: true,
  summary: 'Change a risk engine',
  description:
    'Its state stays. Another URL or way of proof takes the secret away that is not given with it.',
})

export const changeRiskEngineState = endpoint({
  ...edit,
  path: `${path}/state/:id`,
  params: IdParams,
  body: z
    .object({ state: z.enum(riskEngineStates) })
    .strict()
    .meta({ id: 'RiskEngineStateChange' }),
  answer: RiskEngine,
  sensitive: true,
  errors: ['not_found', 'precondition_failed'],
  audit: 'RISK_ENGINE_UPDATED',
  summary: 'Enable or disable a risk engine',
  description:
    'A disabled engine is not asked, and the factors that name it pass: the way out when a service stays silent.',
})

export const deleteRiskEngine = endpoint({
  ...remove,
  sensitive: true,
  errors: ['not_found', 'precondition_failed', 'used_by_rule'],
  summary: 'Delete a risk engine that no rule names',
})

/** What an engine said of one sign-in. */
export const RiskEngineAnswer = z
  .object({
    name: z.string(),
    /** Null where it said none. */
    level: z.enum(riskLevels).nullable(),
    failure: z.enum(engineFailures).nullable(),
    /** The values that the connector reads of the answer. */
    riskFactors: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  })
  .meta({ id: 'RiskEngineAnswer' })

export const reportRiskFactors = endpoint({
  ...edit,
  method: 'POST',
  path: `${path}/riskfactors`,
  body: z
    .object({
      id: Uuid,
      /** What stands for each placeholder, by its name without braces. */
      values: z.record(z.string().max(200, abort), z.string().max(1000, abort)).default({}),
    })
    .strict()
    .meta({ id: 'RiskFactorsRequest' }),
  answer: RiskEngineAnswer,
  ordinary: 'trial',
  errors: ['not_found'],
  audit: 'RISK_ENGINE_ASKED',
  limit: 'heavy',
  summary: 'Ask a saved risk engine once about given values, and tell what it says',
  description: 'Asks a disabled engine, too. Nobody’s sign-in is judged by it.',
})
