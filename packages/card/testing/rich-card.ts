import type { Design, Shape } from '../src/document.ts'
import { blankShape } from '../src/shapes/blank.ts'
import { templates } from '../src/templates.ts'

const filledIn = (shape: Shape): Shape => {
  if (shape.kind === 'text') {
    return { ...shape, xMm: 30, yMm: 45, widthMm: 38, value: '山田 太郎 김철수 王小明' }
  }
  if (shape.kind !== 'barcode') return shape
  const place = { xMm: 70, yMm: 38, widthMm: 13, heightMm: 13 }
  return { ...shape, ...place, format: 'QR Code', value: '{Student number}' }
}

/** A student’s card of two sides with a photo, three East Asian scripts and two barcodes. */
export const richCard = (): Design => {
  const design = templates.student()
  const more = [blankShape('text', 'asia', 'Asia'), blankShape('barcode', 'square', 'Square')]
  const shapes = [...design.front.shapes, ...more.map(filledIn)]
  return { ...design, front: { ...design.front, shapes } }
}

/** Of a person on that card; the photo is a data URL. */
export const richValues = (photo: string): Readonly<Record<string, string>> => ({
  'First name': 'Zoë',
  'Last name': 'สมชาย محمد',
  'Student number': 'S-10474',
  Faculty: 'Law',
  'Valid until': '2029-09-30',
  Photo: photo,
})
