import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textsOf } from '@signet/phrases/node'
import { messageOf } from '@signet/phrases/texts'
import { type Fault, faultOf, faultsOfRow } from '@signet/rules/faults'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../app/areas.ts'
import { partsOf } from './hostile/schema-parts.ts'

/*
 * Guard: every word that a check of a field says has a text. Without one, people read the word, or
 * that a value is not accepted.
 */

type Saying = (issue: object) => unknown
const isSaying = (value: unknown): value is Saying => typeof value === 'function'

/** What a schema or one of its checks says of a value, where it has words of its own. */
const wordOf = (def: object): readonly string[] => {
  const error: unknown = Reflect.get(def, 'error')
  if (!isSaying(error)) return []
  const said = error({ code: 'custom', input: 'x', path: [] })
  if (typeof said === 'string') return [said]
  const { data: told } = z.object({ message: z.string() }).safeParse(said)
  return told === undefined ? [] : [told.message]
}

const below = (schema: z.core.$ZodType): readonly z.core.$ZodType[] => [
  ...partsOf(schema).map(([, part]) => part),
  ...(schema instanceof z.core.$ZodPipe ? [schema._zod.def.out] : []),
]

const wordsBelow = (
  schema: z.core.$ZodType,
  seen: Set<z.core.$ZodType> = new Set(),
): readonly string[] => {
  if (seen.has(schema)) return []
  seen.add(schema)
  const checks = schema._zod.def.checks ?? []
  return [
    ...wordOf(schema._zod.def),
    ...checks.flatMap((check) => wordOf(check._zod.def)),
    ...below(schema).flatMap((part) => wordsBelow(part, seen)),
  ]
}

const packages = join(import.meta.dirname, '../../..')
/** Tests, what protocols answer to applications, what a start says, and what is noted of a session. */
const ignored =
  /\.test\.ts$|\.scenarios\.ts$|\/security\/|\/protocols\/|\/platform\/(?:db|config)|-session\.ts$/
const sources = globSync('{server,contract,rules,card}/src/**/*.ts', { cwd: packages })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !ignored.test(path))

const literal = String.raw`(?:'((?:[^'\\]|\\.)*)'|${'`'}((?:[^${'`'}$]|\$\{[^}]*\})*)${'`'})`
const place = String.raw`(?:'[^']*'|${'`'}[^${'`'}]*${'`'}|[\w.]+)`
const saying = [
  // A place and what is wrong there.
  String.raw`\b(?:fault|wrong|refused|faultAt|unfit|Unfit|refusedRecipient)\(\s*${place},\s*${literal}`,
  String.raw`\bfaultAt\(\w+,\s*'\w+',\s*${literal}`,
  String.raw`\bpath(?::[^\n]*)?,\s*message:\s*${literal}`,
  String.raw`\bmessage:\s*${literal},?\s*\}`,
  String.raw`\bconst message =\s*${literal}`,
  // What a rule answers, for who places it.
  String.raw`\bfault:\s*'([a-z][^']*)'`,
  String.raw`(?:\breturn|\?|:|&&)\s*'((?:is|are|has|holds|does|takes|needs|cannot|names|lies) [^'\n]*)'`,
  // What is wrong with the only field there is.
  String.raw`\bthrow (?:fault|userIdFault)\(\s*${literal}\)`,
].map((pattern) => new RegExp(pattern, 'g'))

/** Words as they are written in the sources; `${…}` stands for a number. */
const written = sources.flatMap((path) => {
  const text = readFileSync(join(packages, path), 'utf8')
  return saying.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, plain, filled = '']) => ({
      path,
      word: plain ?? filled.replaceAll(/\$\{[^}]*\}/g, '3'),
    })),
  )
})

/** What is said of other things than a field, and parts of a place. */
const otherwise = new Set([
  'question',
  'answer',
  'is not',
  'Help',
  'How?',
  'an identity provider proved nothing',
  'error of the user interface',
  // Of a call (`contract/kit/ordinary.ts`).
  'takes access away, and gives none',
])

const isTold = ({ text }: Fault): boolean => {
  const at = text.indexOf(':')
  const namespace = (['common', 'settings', 'issuancePortal'] as const).find(
    (each) => each === text.slice(0, at),
  )
  return (
    namespace !== undefined && messageOf(textsOf('en', namespace), text.slice(at + 1)) !== undefined
  )
}

const hasText = (word: string): boolean => {
  const fault = faultOf(word)
  return fault !== null && isTold(fault)
}

describe('what is wrong with a field', () => {
  it('has a text for every word of the schemas', () => {
    const inputs = allRoutes.flatMap(({ endpoint: { params, query, body } }) =>
      [params, query, body].filter((schema) => schema !== undefined),
    )
    const words = new Set(inputs.flatMap((schema) => wordsBelow(schema)))
    expect(words.size).toBeGreaterThan(60)
    expect([...words].filter((word) => !hasText(word))).toEqual([])
  })

  it('has a text for every word that a service or a rule between fields says', () => {
    const said = written.filter(({ word }) => word !== '' && !otherwise.has(word))
    expect(new Set(said.map(({ word }) => word)).size).toBeGreaterThan(120)
    expect(said.filter(({ word }) => !hasText(word))).toEqual([])
  })

  it('is told with the values that the word names', () => {
    expect(faultOf('there are 200 already')?.text).toBe('settings:faults.too_many')
    expect(faultOf('email belongs to profile, or to openid')).toEqual({
      text: 'settings:faults.claim_scope',
      values: { scope: 'profile' },
    })
    expect(faultOf('Too small: expected number to be >=1')).toEqual({
      text: 'common:validation.tooSmall',
      values: { minimum: 1 },
    })
    expect(faultOf('something else')).toBeNull()
  })

  it('is told of a row where its message is a word, not a value', () => {
    const textsOfRow = (code: string, message: string | null) =>
      faultsOfRow(code, message).map(({ text }) => text)
    expect(textsOfRow('ISSUANCE_ENROLLMENT_INVALID', 'NO_DATE')).toEqual([
      'issuancePortal:enrollments.faults.NO_DATE',
    ])
    expect(textsOfRow('password_invalid', 'too_short, digit_required, special_required')).toEqual([
      'common:validation.longer',
      'common:validation.password',
    ])
    expect(textsOfRow('group_not_found', 'refused')).toEqual([])
    expect(textsOfRow('bulk_value_unfit', null)).toEqual([])
  })
})
