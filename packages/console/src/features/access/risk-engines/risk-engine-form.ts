import {
  RiskEngineChange,
  type RiskEngine as RiskEngineSchema,
} from '@signet/contract/access/risk-engines'
import {
  type RiskEngineKind,
  type RiskReading,
  riskEngineKinds,
  riskEngineTemplates,
} from '@signet/rules/risk/engines'
import { z } from 'zod'
import { connectorOf, TypedFields, typedOf } from '../../../pickers/connectors/connector-form.ts'

const bound = z.number()
const words = z.array(z.string().trim().min(1).max(100)).max(20)

const Typed = TypedFields.extend({
  name: z.string().trim().min(1).max(100),
  description: z.string().max(500),
  engine: z.enum(riskEngineKinds),
  readingType: z.enum(['SCORE', 'WORD']),
  path: z.string(),
  riskier: z.enum(['HIGHER', 'LOWER']),
  mediumFrom: bound,
  highFrom: bound,
  low: words,
  medium: words,
  high: words,
})
export type TypedEngine = z.input<typeof Typed>

const readingOf = (typed: z.output<typeof Typed>) => {
  const { path, riskier, mediumFrom, highFrom, low, medium, high } = typed
  return typed.readingType === 'SCORE'
    ? { type: 'SCORE' as const, path, riskier, mediumFrom, highFrom }
    : { type: 'WORD' as const, path, low, medium, high }
}

const wantedOf = (typed: z.output<typeof Typed>) => ({
  name: typed.name,
  description: typed.description,
  engine: typed.engine,
  reading: readingOf(typed),
  connector: connectorOf(typed),
})

/** Fields of connector and reading stand beside the engine's own. */
const fieldOf = (path: readonly PropertyKey[]): PropertyKey[] =>
  path[0] === 'connector' || path[0] === 'reading' ? path.slice(1, 3) : [...path]

/** An engine as it is typed, judged by the same schema as the server judges it. */
export const EngineForm = Typed.superRefine((typed, context) => {
  const { error } = RiskEngineChange.safeParse(wantedOf(typed))
  for (const { path, message } of error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: fieldOf(path), message })
  }
}).transform(wantedOf)

/** Both readings are typed; the one that is not chosen holds what could be a beginning. */
const unread = {
  riskier: 'HIGHER' as const,
  mediumFrom: 40,
  highFrom: 75,
  low: ['low'],
  medium: ['medium'],
  high: ['high'],
}

const typedReading = ({ type, path, ...reading }: RiskReading) => ({
  ...unread,
  readingType: type,
  path,
  ...('low' in reading
    ? { low: [...reading.low], medium: [...reading.medium], high: [...reading.high] }
    : reading),
})

/** A new one of a kind. */
export const emptyEngine = (engine: RiskEngineKind): TypedEngine => {
  const { body, reading } = riskEngineTemplates[engine]
  const connector = { ...typedOf(null), enabled: true, timeoutMillis: 2000, body }
  return { ...connector, ...typedReading(reading), name: '', description: '', engine }
}

export const typedEngine = (read: z.output<typeof RiskEngineSchema>): TypedEngine => ({
  ...typedOf(read.connector),
  ...typedReading(read.reading),
  name: read.name,
  description: read.description,
  engine: read.engine,
})
