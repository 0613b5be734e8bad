import { describe, expect, it } from 'vitest'
import { readBundle, writeBundle } from './bundle.ts'
import { move } from './commands/place.ts'
import { differences } from './differences.ts'
import { Design } from './document.ts'
import { namedFields, reservedField, undeclaredFields } from './fields.ts'
import { magneticData } from './magnetic.ts'
import { sampleValues } from './samples.ts'
import { snap } from './snap.ts'
import { filled } from './template.ts'
import { templateIds, templates } from './templates.ts'
import { fontsFor } from './text/fonts.ts'
import { inchesOfMm, mmOfInches } from './units.ts'
import { zonesOf } from './zones.ts'

const student = templates.student()

describe('a filled template', () => {
  it('is cut off where its values are too long, in a template of many fields', () => {
    const values = { Name: 'Ann', Photo: 'x'.repeat(1_000_000) }
    expect(filled('{Name} {Name}', values)).toBe('Ann Ann')
    expect(filled(`{Name} ${'{Photo}'.repeat(60)}`, values)).toHaveLength(5000)
  })
})

describe('a design', () => {
  it.each(templateIds)('from the template %s is one, and declares all that it asks for', (id) => {
    const design = templates[id]()
    expect(Design.safeParse(design).error?.issues).toBeUndefined()
    expect(undeclaredFields(design)).toEqual([])
    expect(reservedField(design.fields)).toBeNull()
  })

  it('refuses an id, a field or an asset that is there twice', () => {
    const [first] = student.front.shapes
    const shapes = first === undefined ? [] : [first, first]
    expect(Design.safeParse({ ...student, front: { ...student.front, shapes } }).success).toBe(
      false,
    )
    const [field] = student.fields
    const fields = field === undefined ? [] : [field, { ...field, name: field.name.toUpperCase() }]
    expect(Design.safeParse({ ...student, fields }).success).toBe(false)
  })

  it('refuses a condition that cannot be read', () => {
    const shapes = student.front.shapes.map((shape) => ({ ...shape, when: '{Faculty' }))
    expect(Design.safeParse({ ...student, front: { ...student.front, shapes } }).success).toBe(
      false,
    )
  })

  it('travels as a file and comes back byte for byte', () => {
    const file = writeBundle('Student', student)
    const read = readBundle(file)
    expect('bundle' in read && writeBundle(read.bundle.name, read.bundle.design)).toBe(file)
  })

  it.each([
    ['{', { at: '', message: 'is no JSON' }],
    ['{"format":"other"}', { at: 'format' }],
  ])('is not read from %s, and says where', (text, fault) => {
    const read = readBundle(text)
    expect('fault' in read && read.fault).toMatchObject(fault)
  })

  it('shows what a later version has otherwise, in words', () => {
    const moved = move(2, 0)(student, { side: 'front', ids: new Set(['name']) })
    expect(differences(student, moved)).toEqual([
      {
        side: 'front',
        kind: 'CHANGED',
        name: 'Name',
        shapeId: 'name',
        property: 'xMm',
        before: '31',
        after: '33',
      },
    ])
    const less = { ...student, front: { ...student.front, shapes: student.front.shapes.slice(1) } }
    expect(differences(student, less)).toMatchObject([{ kind: 'REMOVED', name: 'Head' }])
    expect(differences(less, student)).toMatchObject([{ kind: 'ADDED', name: 'Head' }])
    const turned = { ...student.front, shapes: student.front.shapes.toReversed() }
    expect(differences(student, { ...student, front: turned })).toMatchObject([{ kind: 'ORDER' }])
  })

  it('names the fields of its shapes, conditions, stripe and chip', () => {
    expect(namedFields({ ...templates.visitor(), chip: [{ name: 'a', value: '{Chip}' }] })).toEqual(
      new Set(['Name', 'Host', 'Valid until', 'Escort', 'Chip']),
    )
  })

  it('refuses a field with a name of the record itself', () => {
    expect(reservedField([{ name: 'State', type: 'TEXT', values: [] }])).toBe('State')
  })

  it('fills the tracks of its stripe, and says which cannot be written', () => {
    const values = sampleValues(student, 'USUAL')
    expect(magneticData(student, values)).toEqual([
      { track: 'track2', text: '400638133393', fault: null },
    ])
    const faults = { ...student, magnetic: { track1: 'é', track2: 'A', track3: '1'.repeat(105) } }
    expect(magneticData(faults, {}).map(({ fault }) => fault)).toEqual([
      'CHARACTER',
      'CHARACTER',
      'TOO_LONG',
    ])
  })
})

describe('the parts of a designer', () => {
  it('draw to edges and middles that are near, and to none that is far', () => {
    const other = { xMm: 10, yMm: 10, widthMm: 20, heightMm: 10 }
    const card = { widthMm: 85.6, heightMm: 53.98 }
    const near = { xMm: 10.4, yMm: 30, widthMm: 5, heightMm: 5 }
    const drawn = snap(near, { others: [other], card, reachMm: 1 })
    expect(drawn).toEqual({ xMm: 10, yMm: 30, guides: [{ axis: 'x', atMm: 10 }] })
  })

  it('know where chip and stripe are, also of an upright card', () => {
    expect(zonesOf(student, 'back').map(({ name }) => name)).toEqual(['SAFE', 'STRIPE'])
    const [, chip] = zonesOf(templates.employee(), 'front')
    expect(chip).toMatchObject({ name: 'CHIP', widthMm: 12.5, heightMm: 13.5 })
    expect(zonesOf({ widthMm: 100, heightMm: 70 }, 'front').map(({ name }) => name)).toEqual([
      'SAFE',
    ])
  })

  it('measure in inches as well', () => {
    expect(mmOfInches(inchesOfMm(12.7))).toBeCloseTo(12.7)
  })

  it('fetch the fonts that a text needs and no other', () => {
    expect(fontsFor('Ada', false)).toEqual(new Set(['regular']))
    expect(fontsFor('山田 محمد', true)).toEqual(new Set(['bold', 'eastAsian', 'arabicBold']))
  })
})
