import { describe, expect, it } from 'vitest'
import { blankDesign } from '../document.ts'
import { templates } from '../templates.ts'
import { faultOfDefinition, mismatches } from './check.ts'
import { fieldsOfWorkflow, WorkflowDefinition, type WorkflowField } from './definition.ts'
import { blankField, generateWorkflow } from './generate.ts'
import { defaultOf, faultOfValue, sequenceText } from './values.ts'

const field = (kind: WorkflowField['kind'], over: Partial<WorkflowField> = {}): WorkflowField =>
  Object.assign(blankField(kind, { id: 'a', name: 'A' }), over)

const defined = (...fields: WorkflowField[]): WorkflowDefinition => ({
  steps: [{ id: 'one', title: 'One', fields }],
})

describe('an enrolment that is generated', () => {
  it.each(Object.entries(templates))('asks for all of the card “%s”, and fits it', (_, make) => {
    const design = make()
    const definition = WorkflowDefinition.parse(generateWorkflow(design))
    expect(faultOfDefinition(definition)).toBeNull()
    expect(mismatches(definition, design)).toEqual([])
    expect(fieldsOfWorkflow(definition)).toHaveLength(design.fields.length)
  })

  it('crops the photo as its frame on the card is', () => {
    const photo = fieldsOfWorkflow(generateWorkflow(templates.student())).find(
      ({ kind }) => kind === 'PHOTO',
    )
    const frame = templates.student().front.shapes.find(({ kind }) => kind === 'photo')
    expect(frame).toBeDefined()
    expect(photo).toMatchObject({
      ratio: Math.round(((frame?.widthMm ?? 0) / (frame?.heightMm ?? 1)) * 1000) / 1000,
    })
  })

  it('has a step even for a card without fields', () => {
    expect(generateWorkflow(blankDesign()).steps).toHaveLength(1)
  })

  it('asks for a list without values as a text', () => {
    const design = {
      ...blankDesign(),
      fields: [{ name: 'Role', type: 'LIST' as const, values: [' '] }],
    }
    expect(fieldsOfWorkflow(generateWorkflow(design))).toMatchObject([{ kind: 'TEXT' }])
  })
})

describe('a definition', () => {
  const other = (name: string, id = 'b') => ({ ...field('TEXT'), id, name })
  const sequence = { prefix: '', suffix: '', digits: 4, start: 1, step: 1 }
  it.each([
    ['a name twice', [field('TEXT'), other(' a')], 'FIELD_TWICE'],
    ['an id twice', [field('TEXT'), other('B', 'a')], 'FIELD_TWICE'],
    ['a reserved name', [other('Print Count')], 'RESERVED_NAME'],
    [
      'lengths that cross',
      [field('TEXT', { minimumLength: 9, maximumLength: 3 })],
      'LENGTHS_CROSS',
    ],
    ['limits that cross', [field('NUMBER', { minimum: 9, maximum: 3 })], 'LIMITS_CROSS'],
    ['a value twice', [field('LIST', { values: ['x', 'x'] })], 'VALUE_TWICE'],
    ['a default outside the list', [field('LIST', { default: 'y' })], 'DEFAULT_DOES_NOT_FIT'],
    [
      'a default that is no day',
      [field('DATE', { default: '2026-02-30' })],
      'DEFAULT_DOES_NOT_FIT',
    ],
    [
      'a sequence and a default',
      [field('TEXT', { sequence, default: 'x' })],
      'SEQUENCE_AND_DEFAULT',
    ],
  ])('with %s is refused', (_, fields, code) => {
    expect(faultOfDefinition(defined(...fields))?.code).toBe(code)
  })

  it('with two steps of one id is refused', () => {
    const [step] = defined().steps
    expect(step).toBeDefined()
    expect(faultOfDefinition({ steps: [step, step].flatMap((each) => each ?? []) })).toEqual({
      code: 'STEP_TWICE',
      at: 'One',
    })
  })

  it('may name a day from the day of enrolment', () => {
    expect(faultOfDefinition(defined(field('DATE', { default: '+2Y' })))).toBeNull()
  })

  it('tells where card and enrolment do not fit', () => {
    const fields = [
      { name: 'A', type: 'PHOTO' as const, values: [] },
      { name: 'C', type: 'TEXT' as const, values: [] },
    ]
    expect(mismatches(defined(field('TEXT'), other('B')), { fields })).toEqual([
      { code: 'KIND_DIFFERS', field: 'A' },
      { code: 'CARD_FIELD_NOT_ASKED', field: 'C' },
      { code: 'NOT_ON_CARD', field: 'B' },
    ])
  })
})

describe('a value', () => {
  it.each<[string, WorkflowField, string, ReturnType<typeof faultOfValue>]>([
    ['nothing', field('TEXT'), ' ', null],
    ['nothing where it is mandatory', field('TEXT', { mandatory: true }), ' ', 'REQUIRED'],
    ['a short text', field('TEXT', { minimumLength: 3 }), 'ab', 'TOO_SHORT'],
    [
      'a text that is short but for its spaces',
      field('TEXT', { minimumLength: 3 }),
      ' ab ',
      'TOO_SHORT',
    ],
    ['a long text in code points', field('TEXT', { maximumLength: 2 }), '😀😀', null],
    ['a long text', field('TEXT', { maximumLength: 2 }), 'abc', 'TOO_LONG'],
    ['letters among digits', field('TEXT', { format: 'DIGITS' }), '12a', 'FORMAT'],
    ['a name of two words', field('TEXT', { format: 'LETTERS' }), 'Zoë O’Neil', null],
    ['a mail address', field('TEXT', { format: 'EMAIL' }), 'ada@example.com', null],
    ['no mail address', field('TEXT', { format: 'EMAIL' }), 'ada@', 'FORMAT'],
    ['a number', field('NUMBER', { decimals: 2 }), '-12.50', null],
    ['too many decimals', field('NUMBER', { decimals: 1 }), '1.25', 'NO_NUMBER'],
    ['a number with letters', field('NUMBER'), '1e3', 'NO_NUMBER'],
    ['a small number', field('NUMBER', { minimum: 5 }), '4', 'TOO_SMALL'],
    ['a great number', field('NUMBER', { maximum: 5 }), '6', 'TOO_GREAT'],
    ['a leap day', field('DATE'), '2028-02-29', null],
    ['a day that is none', field('DATE'), '2027-02-29', 'NO_DATE'],
    ['another form of day', field('DATE'), '29.02.2028', 'NO_DATE'],
    ['what may be chosen', field('LIST', { values: ['x'] }), 'x', null],
    ['what may not', field('LIST', { values: ['x'] }), 'y', 'NOT_IN_LIST'],
    ['an address of others', field('PHOTO'), 'https://example.com/a.png', 'NO_PICTURE'],
    ['a picture', field('SIGNATURE'), 'data:image/png;base64,AAAA', null],
  ])('%s is judged', (_, of, value, fault) => {
    expect(faultOfValue(of, value)).toBe(fault)
  })

  it('begins as its default says, on the day of enrolment', () => {
    const now = new Date('2026-01-31T12:00:00Z')
    expect(defaultOf(field('DATE', { default: '+1M' }), now)).toBe('2026-02-28')
    expect(defaultOf(field('DATE', { default: '2030-01-01' }), now)).toBe('2030-01-01')
    expect(defaultOf(field('TEXT', { default: 'x' }), now)).toBe('x')
    expect(defaultOf(field('PHOTO'), now)).toBe('')
  })

  it('of a sequence is filled up with zeroes, and grows beyond its digits', () => {
    const sequence = { prefix: 'E-', suffix: '/A', digits: 3, start: 1, step: 1 }
    expect([7, 12_345].map((number) => sequenceText(sequence, number))).toEqual([
      'E-007/A',
      'E-12345/A',
    ])
  })
})
