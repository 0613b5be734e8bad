import { describe, expect, it } from 'vitest'
import { describedFields, type Field } from './fields.ts'

const schemas = {
  Color: { type: 'string', enum: ['red', 'green'] },
  Group: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', format: 'uuid', pattern: '^[0-9a-f]{8}' },
      parent: { anyOf: [{ $ref: '#/components/schemas/Group' }, { type: 'null' }] },
    },
  },
}

const described = (schema: Record<string, unknown>): Field =>
  describedFields(schemas)(schema, { name: 'it', isRequired: true })

const typeOf = (schema: Record<string, unknown>): string => described(schema).type
const names = ({ fields }: Field): string[] => fields.map(({ name }) => name)

describe('the type of a field', () => {
  it.each([
    ['string', { type: 'string' }],
    ['string (uuid)', { type: 'string', format: 'uuid' }],
    ['string or null', { type: ['string', 'null'] }],
    ['integer or null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
    ['string or number', { type: ['string', 'number'] }],
    ['array of Group', { type: 'array', items: { $ref: '#/components/schemas/Group' } }],
    ['Group or null', { anyOf: [{ $ref: '#/components/schemas/Group' }, { type: 'null' }] }],
    [
      'object with values of integer',
      { type: 'object', additionalProperties: { type: 'integer' } },
    ],
    ['boolean', { const: true }],
    ['anything', {}],
  ])('is %s', (type, schema) => {
    expect(typeOf(schema)).toBe(type)
  })
})

describe('a field', () => {
  it('has the limits and values of its schema, also through a reference', () => {
    const { limits, values } = described({
      type: 'array',
      maxItems: 5,
      default: [],
      items: { $ref: '#/components/schemas/Color' },
    })
    expect(limits).toEqual(['at most 5 items', 'default []'])
    expect(values).toEqual(['"red"', '"green"'])
  })

  it('has the limits of its items', () => {
    const { limits } = described({ type: 'array', items: { type: 'string', maxLength: 3 } })
    expect(limits).toEqual(['each at most 3 characters'])
  })

  it('shows a pattern unless the format says as much', () => {
    expect(described({ type: 'string', pattern: '^a$' }).limits).toEqual(['matches ^a$'])
    expect(described({ $ref: '#/components/schemas/Group' }).fields[0]?.limits).toEqual([])
  })

  it('lists the fields of a schema once, though it contains itself', () => {
    const group = described({ $ref: '#/components/schemas/Group' })
    expect(names(group)).toEqual(['id', 'parent'])
    expect(group.fields[0]?.isRequired).toBe(true)
    expect(group.fields[1]).toMatchObject({ fields: [], before: 'Group', isRequired: false })
  })

  it('lists each alternative that has fields', () => {
    const choice = described({
      oneOf: [
        { type: 'object', properties: { a: { const: 'A' } } },
        { type: 'object', properties: { b: { type: 'string' } } },
        { type: 'string' },
      ],
    })
    expect(choice.fields.map((field) => [field.name, names(field)])).toEqual([
      ['(variant 1)', ['a']],
      ['(variant 2)', ['b']],
    ])
    expect(choice.fields[0]?.fields[0]?.values).toEqual(['"A"'])
  })

  it('lists what is kept under any name', () => {
    const map = described({
      type: 'object',
      additionalProperties: { type: 'object', properties: { a: { type: 'string' } } },
    })
    expect(map.fields.map((field) => [field.name, names(field)])).toEqual([['(any name)', ['a']]])
  })
})
