import { foldName } from '@signet/rules/text'
import type { Context } from '../../kit/context.ts'
import { createEnrollments } from '../../modules/issuance/enrollments/index.ts'
import { findWorkflowByName } from '../../modules/issuance/workflow-designs/index.ts'

interface Portrait {
  readonly hair: string
  readonly skin: string
  readonly coat: string
}

/** Drawn, not taken: nobody’s face. */
const portrait = async ({ hair, skin, coat }: Portrait): Promise<string> => {
  const { default: sharp } = await import('sharp')
  const [width, height] = [240, 320]
  const pixels = Buffer.alloc(width * height * 3)
  const colours = { hair, skin, coat, wall: '#dfe7ee' }
  const part = (x: number, y: number): keyof typeof colours => {
    if (((x - 120) / 62) ** 2 + ((y - 140) / 80) ** 2 <= 1) return y < 95 ? 'hair' : 'skin'
    if (((x - 120) / 74) ** 2 + ((y - 125) / 85) ** 2 <= 1 && y < 150) return 'hair'
    return ((x - 120) / 115) ** 2 + ((y - 320) / 105) ** 2 <= 1 ? 'coat' : 'wall'
  }
  for (let at = 0; at < width * height; at += 1) {
    const colour = colours[part(at % width, Math.floor(at / width))]
    Buffer.from(colour.slice(1), 'hex').copy(pixels, at * 3)
  }
  const made = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${made.toString('base64')}`
}

const students = [
  ['Amara', 'Okafor', 'Medicine', { hair: '#2b1d18', skin: '#8d5a3c', coat: '#27566b' }],
  ['Jonas', 'Lindqvist', 'Law', { hair: '#c9a15b', skin: '#e8bd9d', coat: '#3f4a5f' }],
  ['Mei', 'Tanaka', 'Architecture', { hair: '#17171c', skin: '#e6bf94', coat: '#7a3b46' }],
  ['Rosa', 'Delgado', 'Biology', { hair: '#4a2c1d', skin: '#c98f69', coat: '#4c6b3c' }],
  ['Karim', 'Haddad', 'Physics', null],
] as const

/** Some students have been enrolled; of one there is no photo yet. */
export const insertEnrolled = async (ctx: Context): Promise<void> => {
  const workflow = await findWorkflowByName(ctx, foldName('Students'))
  if (workflow === undefined) return
  const wanted = []
  for (const [at, [first, last, faculty, look]] of students.entries()) {
    const values = {
      'First name': first,
      'Last name': last,
      'Student number': `S-${String(4711 + at)}`,
      Faculty: faculty,
      'Valid until': '2029-09-30',
      ...(look === null ? {} : { Photo: await portrait(look) }),
    }
    wanted.push({ wanted: { values, draft: true }, path: 'body' })
  }
  await createEnrollments(ctx, workflow, wanted)
}
