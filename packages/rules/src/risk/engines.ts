import { foldName } from '../text.ts'
import type { RiskLevel } from './score.ts'

/** How an engine was made: from one of our definitions, or by describing the whole call. */
export const riskEngineKinds = ['SCORE', 'LEVEL', 'DECISION', 'CONNECTOR'] as const
export type RiskEngineKind = (typeof riskEngineKinds)[number]

export const riskEngineStates = ['ENABLED', 'DISABLED'] as const

/** How the one value of an answer that says the risk is understood. */
export type RiskReading =
  | {
      readonly type: 'SCORE'
      readonly path: string
      readonly riskier: 'HIGHER' | 'LOWER'
      /** From here on the risk is medium, and high; the bound itself is within. */
      readonly mediumFrom: number
      readonly highFrom: number
    }
  | {
      readonly type: 'WORD'
      readonly path: string
      readonly low: readonly string[]
      readonly medium: readonly string[]
      readonly high: readonly string[]
    }

const isNumber = (text: string): boolean => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)

const levelOfScore = (
  { riskier, mediumFrom, highFrom }: Extract<RiskReading, { type: 'SCORE' }>,
  score: number,
): RiskLevel => {
  const reaches = (bound: number) => (riskier === 'HIGHER' ? score >= bound : score <= bound)
  if (reaches(highFrom)) return 'HIGH'
  return reaches(mediumFrom) ? 'MEDIUM' : 'LOW'
}

const levelOfWord = (
  { low, medium, high }: Extract<RiskReading, { type: 'WORD' }>,
  word: string,
): RiskLevel | null => {
  const isIn = (words: readonly string[]) => words.some((one) => foldName(one) === foldName(word))
  if (isIn(high)) return 'HIGH'
  if (isIn(medium)) return 'MEDIUM'
  return isIn(low) ? 'LOW' : null
}

/** The risk that a value says; null where it says none. */
export const readRisk = (reading: RiskReading, value: string | null): RiskLevel | null => {
  if (value === null) return null
  if (reading.type === 'WORD') return levelOfWord(reading, value)
  return isNumber(value) ? levelOfScore(reading, Number(value)) : null
}

const scoreFault = ({ riskier, mediumFrom, highFrom }: Extract<RiskReading, { type: 'SCORE' }>) => {
  const isInOrder = riskier === 'HIGHER' ? mediumFrom <= highFrom : mediumFrom >= highFrom
  return isInOrder ? null : { path: 'highFrom', message: 'below_medium' }
}

const wordFault = ({ low, medium, high }: Extract<RiskReading, { type: 'WORD' }>) => {
  const words = [...low, ...medium, ...high].map(foldName)
  return new Set(words).size === words.length ? null : { path: 'high', message: 'word_twice' }
}

/** What is wrong with a reading; null for nothing. */
export const readingFault = (reading: RiskReading) =>
  reading.type === 'SCORE' ? scoreFault(reading) : wordFault(reading)

/** What every engine is sent that one of our definitions describes. */
const standardBody = JSON.stringify({
  transaction: '{{AUTH.transactionId}}',
  user: '{{USER.userId}}',
  ip: '{{ENV.clientIp}}',
  country: '{{REQ.country}}',
  city: '{{REQ.city}}',
  resource: '{{REQ.resource}}',
  knownDevice: '{{REQ.knownDevice}}',
  userAgent: '{{REQ.userAgent}}',
})

interface RiskEngineTemplate {
  readonly body: string
  readonly reading: RiskReading
  /** An answer that the reading understands. */
  readonly example: string
}

const score: RiskReading = {
  type: 'SCORE',
  path: '$.score',
  riskier: 'HIGHER',
  mediumFrom: 40,
  highFrom: 75,
}

/** What an engine of each kind begins with; all but the last keep request and path as they are here. */
export const riskEngineTemplates: Readonly<Record<RiskEngineKind, RiskEngineTemplate>> = {
  SCORE: { body: standardBody, reading: score, example: '{"score":12}' },
  LEVEL: {
    body: standardBody,
    reading: { type: 'WORD', path: '$.level', low: ['low'], medium: ['medium'], high: ['high'] },
    example: '{"level":"medium"}',
  },
  DECISION: {
    body: standardBody,
    reading: {
      type: 'WORD',
      path: '$.decision',
      low: ['allow'],
      medium: ['review'],
      high: ['deny'],
    },
    example: '{"decision":"allow"}',
  },
  CONNECTOR: { body: standardBody, reading: score, example: '{"score":12}' },
}

interface EngineRequest {
  readonly method: string
  readonly contentType: string
  readonly headers: readonly unknown[]
  readonly body: string
}

/** Whether request and path are those of the definition that the engine says it was made from. */
export const isOfDefinition = (
  kind: RiskEngineKind,
  { method, contentType, headers, body }: EngineRequest,
  reading: RiskReading,
): boolean => {
  if (kind === 'CONNECTOR') return true
  const template = riskEngineTemplates[kind]
  const isRequest = method === 'POST' && contentType === 'application/json' && headers.length === 0
  const isReading = reading.type === template.reading.type && reading.path === template.reading.path
  return isRequest && body === template.body && isReading
}

/** What became of asking an engine about one sign-in. */
export interface EngineAnswer {
  /** Milliseconds since 1970; unknown for answers kept before it was told. */
  readonly askedAt?: number
  readonly name: string
  /** Null where it said none. */
  readonly level: RiskLevel | null
  /** Why there is none. */
  readonly failure: EngineFailure | null
  /** What it gave as its reasons. */
  readonly riskFactors: readonly { readonly name: string; readonly value: string | null }[]
}

export const engineFailures = [
  'ADDRESS_REFUSED',
  'DISABLED',
  'NO_ANSWER_IN_TIME',
  'NOT_ASKED',
  'NOT_UNDERSTOOD',
  'REFUSED',
  'TEMPLATE',
  'UNREACHABLE',
] as const
export type EngineFailure = (typeof engineFailures)[number]
