import type { Design, Field } from './document.ts'
import type { Values } from './template.ts'

/** One pixel each of grey: a picture where there is no person. */
const grey =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

export const sampleNames = ['USUAL', 'LONG', 'EAST_ASIAN', 'ARABIC', 'THAI', 'EMPTY'] as const
export type SampleName = (typeof sampleNames)[number]

const words: Readonly<Record<SampleName, string>> = {
  USUAL: 'Ada Lovelace',
  LONG: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh MMMMMMMMMM',
  EAST_ASIAN: '山田 太郎 김철수 王小明',
  ARABIC: 'محمد بن عبد الله ١٢٣',
  THAI: 'สมชาย ใจดี',
  EMPTY: '',
}

const numbers = /number|serial|code|id\b|no\b/i

const valueOf = ({ name, type, values }: Field, sample: SampleName): string => {
  if (sample === 'EMPTY') return ''
  if (type === 'PHOTO' || type === 'SIGNATURE') return grey
  if (type === 'DATE') return '2029-12-31'
  if (type === 'LIST') return values[0] ?? ''
  return numbers.test(name) ? '400638133393' : words[sample]
}

/** Values that try a design: the longest name, other scripts, nothing at all. */
export const sampleValues = ({ fields }: Design, sample: SampleName): Values =>
  Object.fromEntries(fields.map((field) => [field.name, valueOf(field, sample)]))
