import { fieldDescriptions } from '@signet/contract/kit/field-descriptions'
import { describe, expect, it } from 'vitest'
import { version } from '../../platform/version.ts'
import { documentedCalls } from '../areas.ts'
import { apis, openApiDocument } from '../openapi.ts'
import { withFieldTexts } from './field-texts.ts'
import { isJson, type Json } from './json.ts'

const object = (properties: Json): Json => ({ type: 'object', properties })
const textIn = (properties: Json, name: string): unknown => {
  const { properties: described } = withFieldTexts(object(properties))
  return Object(Object(described)[name]).description
}
const uuid = { type: 'string', format: 'uuid' }
const instant = { $ref: '#/$defs/Instant' }

describe('the description of a field', () => {
  it.each<[string, Json, string, unknown]>([
    [
      'its kind',
      { userId: uuid },
      'userId',
      'ID of the user: the UUID, not the name to sign in with.',
    ],
    ['another kind', { userId: { type: 'string' } }, 'userId', 'Name that the user signs in with.'],
    [
      'what may be null',
      { createdAt: { anyOf: [instant, { type: 'null' }] } },
      'createdAt',
      'When it was created.',
    ],
    ['two types', { email: { type: ['string', 'null'] } }, 'email', 'Email address.'],
    ['a list of IDs', { groups: { type: 'array', items: uuid } }, 'groups', 'IDs of the groups.'],
    [
      'a list of anything else',
      { groups: { type: 'array', items: object({}) } },
      'groups',
      undefined,
    ],
    ['one of a few values', { userId: { type: 'string', enum: ['EMAIL'] } }, 'userId', undefined],
    ['several kinds', { userId: { anyOf: [uuid, { type: 'integer' }] } }, 'userId', undefined],
    [
      'what stands beside it',
      { id: uuid, name: { type: 'string' } },
      'name',
      'Name, as lists and pages show it.',
    ],
    ['what does not stand beside it', { name: { type: 'string' } }, 'name', undefined],
    [
      'its own',
      { email: { type: 'string', description: 'Where it goes.' } },
      'email',
      'Where it goes.',
    ],
    ['another name', { mail: { type: 'string' } }, 'mail', undefined],
  ])('follows %s', (_what, properties, name, text) => {
    expect(textIn(properties, name)).toBe(text)
  })

  it('is given within lists, choices and named schemas', () => {
    const inner = object({ email: { type: 'string' } })
    const described = withFieldTexts({
      ...object({ users: { type: 'array', items: inner }, either: { anyOf: [inner] } }),
      $defs: { Inner: inner },
    })
    expect(JSON.stringify(described).match(/Email address\./g)).toHaveLength(3)
  })

  it('is not given to what only looks like a schema', () => {
    const named = object({ properties: { type: 'string' }, type: { type: 'string' } })
    expect(withFieldTexts(named)).toEqual(named)
  })
})

const propertiesIn = (value: unknown): (readonly [string, Json])[] => {
  if (Array.isArray(value)) return value.flatMap(propertiesIn)
  if (!isJson(value)) return []
  const { type, properties } = value
  const own =
    type === 'object' && isJson(properties)
      ? Object.entries(properties).flatMap(([name, one]) =>
          isJson(one) ? [[name, one] as const] : [],
        )
      : []
  return [...own, ...Object.values(value).flatMap(propertiesIn)]
}

describe('the fields of the documents', () => {
  const fields = apis.flatMap((api) => propertiesIn(openApiDocument(api, documentedCalls, version)))

  it('use every description, each in at least five places', () => {
    const uses = Map.groupBy(fields, ([, { description }]) => String(description))
    const seldom = Object.values(fieldDescriptions)
      .flat()
      .filter(({ text }) => (uses.get(text)?.length ?? 0) < 5)
    expect(seldom.map(({ text }) => text)).toEqual([])
  })

  it('have descriptions for more than one in five', () => {
    const plain = fields.filter(([name]) => name !== 'errorCode')
    const described = plain.filter(([, { description }]) => typeof description === 'string')
    expect(plain.length).toBeGreaterThan(5000)
    expect(described.length / plain.length).toBeGreaterThan(0.2)
  })
})
