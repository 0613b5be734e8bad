import { describe, expect, it } from 'vitest'
import { blankDesign } from '../document.ts'
import { blankShape } from '../shapes/blank.ts'
import type { WorkflowDefinition, WorkflowField } from './definition.ts'
import { blankField } from './generate.ts'
import { judgeRecord, recordKeys, recordTitle, sequenceNumber, valuesByName } from './record.ts'

const sequence = { prefix: 'EMP-', suffix: '', digits: 5, start: 1, step: 1 }
const text = (id: string, name: string, change: object = {}): WorkflowField => ({
  ...blankField('TEXT', { id, name }),
  ...change,
})
const number = text('n', 'Number', { sequence, unique: true })
const definition: WorkflowDefinition = {
  steps: [
    {
      id: 's',
      title: 'Data',
      fields: [
        number,
        text('f', 'First name', { mandatory: true, maximumLength: 10 }),
        text('l', 'Last name'),
        text('o', 'Office', { readOnly: true, default: 'Bern' }),
        blankField('PHOTO', { id: 'p', name: 'Photo' }),
      ],
    },
  ],
}
const before = { n: 'EMP-00007', o: 'Bern' }

describe('the values of a record', () => {
  it('are kept under the ids of their fields, trimmed, with what nobody types', () => {
    const judged = judgeRecord(definition, { given: { 'First name': ' Ada ' }, before })
    expect(judged).toEqual({ values: { ...before, f: 'Ada' }, faults: [], missing: [] })
    expect(valuesByName(definition, { ...judged.values, gone: 'x' })).toEqual({
      Number: 'EMP-00007',
      'First name': 'Ada',
      Office: 'Bern',
    })
  })

  it.each([
    ['a field that does not exist', { Colour: 'red' }, 'Colour', 'UNKNOWN'],
    ['a field that nobody types', { Office: 'Rome' }, 'Office', 'READ_ONLY'],
    ['a field that nobody types, emptied', { Office: null }, 'Office', 'READ_ONLY'],
    ['a number of its own', { Number: 'EMP-00001' }, 'Number', 'NOT_RESERVED'],
    [
      'more letters than there is room for',
      { 'First name': 'Wolfeschlegel' },
      'First name',
      'TOO_LONG',
    ],
    ['a picture that is none', { Photo: 'data:text/html,x' }, 'Photo', 'NO_PICTURE'],
  ])('are refused with %s', (_what, given, field, fault) => {
    const { faults } = judgeRecord(definition, { given, before: { ...before, f: 'Ada' } })
    expect(faults).toEqual([{ field, fault }])
  })

  it('may lack what is mandatory, which is told', () => {
    expect(judgeRecord(definition, { given: {}, before }).missing).toEqual(['First name'])
    const emptied = judgeRecord(definition, {
      given: { 'First name': ' ' },
      before: { ...before, f: 'Ada' },
    })
    expect(emptied.missing).toEqual(['First name'])
  })

  it('that stood before a rule was made stricter stay', () => {
    const long = { ...before, f: 'Wolfeschlegelsteinhausen' }
    const given = { 'First name': long.f, 'Last name': 'X' }
    expect(judgeRecord(definition, { given, before: long }).faults).toEqual([])
  })

  it('make its title: the first two texts that somebody typed', () => {
    expect(recordTitle(definition, { n: 'EMP-1', f: 'Ada', l: 'Lovelace' })).toBe('Ada Lovelace')
  })

  it('are looked for without regard to case and spaces, a barcode as it is printed', () => {
    const shape = { ...blankShape('barcode', 'b', 'B'), value: 'X{Number}' }
    const blank = blankDesign()
    const design = { ...blank, front: { ...blank.front, shapes: [shape] } }
    const values = { n: 'EMP-00007', f: ' ADA  M ', p: 'data:image/png;base64,AAAA' }
    expect(recordKeys(definition, values, design)).toEqual([
      { field: 'n', key: 'emp-00007', isUnique: true },
      { field: 'f', key: 'ada m', isUnique: false },
      { field: '', key: 'xemp-00007', isUnique: false },
    ])
  })

  it.each([
    ['EMP-00042', 42],
    ['EMP-123456', 123_456],
    ['EMP-42', null],
    ['EMP-0x042', null],
    ['42', null],
  ])('hold %s as the number %s of its sequence', (value, expected) => {
    expect(sequenceNumber(number, value)).toBe(expected)
  })
})
