import { blankDesign, type Design, type Field, type Shape, type ShapeKind } from './document.ts'
import { blankShape } from './shapes/blank.ts'

export const templateIds = ['blank', 'student', 'employee', 'visitor'] as const
export type TemplateId = (typeof templateIds)[number]

type Place = readonly [xMm: number, yMm: number, widthMm: number, heightMm: number]

const at = (kind: ShapeKind, name: string, [xMm, yMm, widthMm, heightMm]: Place): Shape => ({
  ...blankShape(kind, name.toLowerCase().replace(/\W+/g, '-'), name),
  xMm,
  yMm,
  widthMm,
  heightMm,
})

type Style = Partial<Omit<Extract<Shape, { kind: 'text' }>, 'kind' | 'id'>>

const text = (name: string, place: Place, style: Style): Shape => {
  const shape = at('text', name, place)
  return shape.kind === 'text' ? { ...shape, ...style } : shape
}

const band = (name: string, place: Place, fill: string): Shape => {
  const shape = at('rectangle', name, place)
  return shape.kind === 'rectangle' ? { ...shape, fill } : shape
}

const photo = (place: Place): Shape => {
  const shape = at('photo', 'Photo', place)
  return shape.kind === 'photo' ? { ...shape, field: 'Photo', cornerMm: 1.5 } : shape
}

const signature = (place: Place): Shape => {
  const shape = at('signature', 'Signature', place)
  return shape.kind === 'signature' ? { ...shape, field: 'Signature' } : shape
}

const until = (place: Place): Shape => {
  const shape = at('date', 'Valid until', place)
  return shape.kind === 'date' ? { ...shape, value: '{Valid until}', sizePt: 8 } : shape
}

const barcode = (
  place: Place,
  format: Extract<Shape, { kind: 'barcode' }>['format'],
  value: string,
): Shape => {
  const shape = at('barcode', 'Barcode', place)
  return shape.kind === 'barcode' ? { ...shape, format, value, readable: true } : shape
}

const field = (name: string, type: Field['type'] = 'TEXT', values: string[] = []): Field => ({
  name,
  type,
  values,
})

const person = [field('First name'), field('Last name'), field('Photo', 'PHOTO')]

const student = (): Design => {
  const blank = blankDesign()
  return {
    ...blank,
    fields: [...person, field('Student number'), field('Faculty'), field('Valid until', 'DATE')],
    front: {
      background: '#ffffff',
      shapes: [
        band('Head', [0, 0, 85.6, 13], '#123a7a'),
        text('University', [5, 2, 60, 9], {
          value: 'University',
          colour: '#ffffff',
          bold: true,
          sizePt: 14,
        }),
        photo([5, 17, 22, 28]),
        text('Name', [31, 17, 50, 8], {
          value: '{First name} {Last name}',
          bold: true,
          sizePt: 13,
        }),
        text('Faculty', [31, 26, 50, 6], { value: '{Faculty}', sizePt: 9 }),
        text('Number', [31, 33, 50, 6], { value: '{Student number}', sizePt: 9 }),
        until([31, 40, 50, 5]),
      ],
    },
    back: {
      background: '#ffffff',
      shapes: [barcode([15, 30, 55, 14], 'CODE128', '{Student number}')],
    },
    magnetic: { track1: '', track2: '{Student number}', track3: '' },
  }
}

const employee = (): Design => ({
  ...blankDesign('PORTRAIT'),
  fields: [
    ...person,
    field('Employee number'),
    field('Department', 'LIST', ['Office', 'Laboratory', 'Workshop']),
    field('Signature', 'SIGNATURE'),
  ],
  front: {
    background: '#ffffff',
    shapes: [
      band('Head', [0, 0, 53.98, 18], '#0f4d3a'),
      text('Company', [4, 4, 46, 10], {
        value: 'Company',
        colour: '#ffffff',
        bold: true,
        sizePt: 15,
        align: 'CENTER',
      }),
      photo([14, 22, 26, 32]),
      text('Name', [4, 57, 46, 8], {
        value: '{First name} {Last name}',
        bold: true,
        sizePt: 12,
        align: 'CENTER',
      }),
      text('Department', [4, 65, 46, 6], { value: '{Department}', sizePt: 9, align: 'CENTER' }),
      signature([10, 72, 34, 9]),
    ],
  },
  back: {
    background: '#ffffff',
    shapes: [barcode([12, 25, 30, 30], 'QR Code', '{Employee number}')],
  },
})

const visitor = (): Design => {
  const once = text('Escort', [5, 42, 75, 7], {
    value: 'Escort required',
    colour: '#b00020',
    bold: true,
    sizePt: 11,
  })
  return {
    ...blankDesign(),
    fields: [
      field('Name'),
      field('Host'),
      field('Valid until', 'DATE'),
      field('Escort', 'LIST', ['yes', 'no']),
    ],
    front: {
      background: '#ffffff',
      shapes: [
        band('Head', [0, 0, 85.6, 15], '#7a4a00'),
        text('Visitor', [5, 3, 75, 9], {
          value: 'VISITOR',
          colour: '#ffffff',
          bold: true,
          sizePt: 18,
        }),
        text('Name', [5, 18, 75, 10], { value: '{Name}', bold: true, sizePt: 16 }),
        text('Host', [5, 29, 75, 6], { value: '{Host}', sizePt: 10 }),
        until([5, 36, 75, 5]),
        { ...once, when: '{Escort} = "yes"' },
      ],
    },
    back: null,
  }
}

/** Designs to begin from. */
export const templates: Readonly<Record<TemplateId, () => Design>> = {
  blank: () => blankDesign(),
  student,
  employee,
  visitor,
}
