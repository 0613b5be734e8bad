import { describe, expect, it } from 'vitest'
import { resultAt } from '../connector-results.ts'
import { connectorFaults } from '../connectors.ts'
import {
  isOfDefinition,
  type RiskReading,
  readingFault,
  readRisk,
  riskEngineKinds,
  riskEngineTemplates,
} from './engines.ts'

const rising: RiskReading = {
  type: 'SCORE',
  path: '$.score',
  riskier: 'HIGHER',
  mediumFrom: 40,
  highFrom: 75,
}
const falling = { ...rising, riskier: 'LOWER', mediumFrom: 0.5, highFrom: 0.2 } as const
const words: RiskReading = {
  type: 'WORD',
  path: '$.level',
  low: ['ok', 'allow'],
  medium: ['review'],
  high: ['deny'],
}

describe('the risk that a value says', () => {
  it.each([
    ['below medium', rising, '39.9', 'LOW'],
    ['at medium', rising, '40', 'MEDIUM'],
    ['at high', rising, '75', 'HIGH'],
    ['above high', rising, '1000', 'HIGH'],
    ['below all', rising, '-3', 'LOW'],
    ['trusted, where less is riskier', falling, '0.9', 'LOW'],
    ['doubtful, where less is riskier', falling, '0.5', 'MEDIUM'],
    ['bad, where less is riskier', falling, '0.2', 'HIGH'],
    ['no number', rising, 'low', null],
    ['an empty text', rising, '', null],
    ['a number in another notation', rising, '0x10', null],
    ['nothing that is a number', rising, 'NaN', null],
    ['missing', rising, null, null],
    ['a known word', words, 'allow', 'LOW'],
    ['a known word in other letters', words, ' DENY ', 'HIGH'],
    ['in the middle', words, 'Review', 'MEDIUM'],
    ['an unknown word', words, 'perhaps', null],
    ['missing as a word', words, null, null],
  ] as const)('is read where it is %s', (_name, reading, value, level) => {
    expect(readRisk(reading, value)).toBe(level)
  })
})

describe('a reading', () => {
  it.each([
    ['in order', rising, null],
    ['in order downwards', falling, null],
    ['with high before medium', { ...rising, highFrom: 39 }, 'below_medium'],
    ['with high above medium, where less is riskier', { ...falling, highFrom: 1 }, 'below_medium'],
    ['of words', words, null],
    ['with a word of two levels', { ...words, low: ['Deny'] }, 'word_twice'],
  ] as const)('%s', (_name, reading, message) => {
    expect(readingFault(reading)?.message ?? null).toBe(message)
  })
})

describe('a definition', () => {
  const request = (body: string) => ({
    method: 'POST',
    contentType: 'application/json',
    headers: [],
    secrets: [],
    body,
  })

  it.each(riskEngineKinds)('%s makes a connector without fault that reads its example', (kind) => {
    const { body, reading, example } = riskEngineTemplates[kind]
    const connector = {
      ...request(body),
      contentType: 'application/json',
      url: 'https://risk.example/',
      authType: 'None',
      user: '',
      keyName: '',
      statuses: [200],
      resultItems: [],
    } as const
    expect(connectorFaults('RISK', connector)).toEqual([])
    expect(readingFault(reading)).toBeNull()
    expect(readRisk(reading, resultAt(JSON.parse(example), reading.path))).not.toBeNull()
  })

  it('keeps its request and its path', () => {
    const { body, reading } = riskEngineTemplates.SCORE
    const fits = (changed: object, read = reading) =>
      isOfDefinition('SCORE', { ...request(body), ...changed }, read)
    expect(fits({})).toBe(true)
    expect(fits({}, { ...reading, path: '$.other' })).toBe(false)
    expect(fits({}, words)).toBe(false)
    expect(fits({ body: '{}' })).toBe(false)
    expect(fits({ method: 'GET' })).toBe(false)
    expect(fits({ headers: [{}] })).toBe(false)
  })

  it('of the whole call keeps nothing', () => {
    expect(isOfDefinition('CONNECTOR', { ...request('{}'), method: 'GET' }, words)).toBe(true)
  })
})
