import { longestAttributeValue } from '@signet/rules/attribute-types'
import { matchingOfARequest } from '@signet/rules/patterns'
import { describe, expect, it } from 'vitest'
import { cpuMillisUpTo } from '../../../testing/cpu-time.ts'
import { ApiError } from '../../kit/errors.ts'
import { type Definition, judgeValues } from '../../modules/identity/user-attributes/index.ts'
import { judgedValues } from '../../modules/operations/bulk-operations/kinds/own-values.ts'

/*
 * Guard: one budget of matching for all values of a request, and for all rows of a batch. CPU of the
 * request thread is measured: every other request waits for that alone.
 */

const mostMillis = 250
const costly = ['(?:.*){100}b', '(?:a?){200}b', '(?:a|a?){90}b', `${'.*'.repeat(100)}b`]
const value = 'a'.repeat(longestAttributeValue)

const definition = (at: number): Definition => ({
  id: String(at),
  name: `Attribute ${at}`,
  description: null,
  group: 'EXTRA',
  field: null,
  type: 'TEXT',
  pattern: costly[at % costly.length] ?? '',
  choices: [],
  required: false,
  requiredFixed: false,
  unique: false,
  userVisible: true,
  userEditable: true,
  version: 1,
  isSubject: false,
})
const definitionsOf = (count: number) => Array.from({ length: count }, (_, at) => definition(at))
const given = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ userAttributeId: String(at), value }))

/** What is wrong with so many values that are judged at once. */
const faultsOf = (count: number) => {
  try {
    const matching = matchingOfARequest()
    judgeValues({ definitions: definitionsOf(count), matching, before: {}, given: given(count) })
  } catch (error) {
    if (error instanceof ApiError) return (error.details.fields ?? []).map(({ message }) => message)
  }
  return []
}

describe('patterns of user attributes', () => {
  it('cost a request no more than their share, and say so', {
    meta: { covers: ['S68'] },
  }, async () => {
    expect(faultsOf(200)).toHaveLength(200)
    expect(faultsOf(200)).toContain('takes too long to compare with its pattern')
    expect(faultsOf(1)).toEqual(['does not fit the pattern'])
    expect(await cpuMillisUpTo(mostMillis, () => faultsOf(200))).toBeLessThan(mostMillis)
  })

  it('cost a batch of rows no more than their share', { meta: { covers: ['S68'] } }, async () => {
    const rows = Array.from({ length: 500 }, (_, at) => at)
    const work = () => {
      const definitions = definitionsOf(4)
      const known = {
        definitions,
        matching: matchingOfARequest(),
        owners: new Map(),
        areAsked: true,
      }
      return rows.map((line) =>
        judgedValues(known, { row: { line, values: {} }, self: null }, ({ known: all, matching }) =>
          judgeValues({ definitions: all, matching, before: {}, given: given(4) }),
        ),
      )
    }
    expect(await cpuMillisUpTo(mostMillis, work)).toBeLessThan(mostMillis)
  })
})
