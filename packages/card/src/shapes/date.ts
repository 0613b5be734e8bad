import { z } from 'zod'
import { frame, plainText, Template, textStyle } from './frame.ts'

export const dateFormats = [
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD.MM.YYYY',
  'MM/YYYY',
  'YYYY年MM月DD日',
] as const

export const DateShape = z.object({
  ...frame,
  kind: z.literal('date'),
  ...textStyle,
  value: Template,
  format: z.enum(dateFormats),
})

export const blankDate = {
  ...plainText,
  kind: 'date',
  value: '',
  format: 'YYYY-MM-DD',
} as const

/** An ISO day as the format says; any other text as it stands. */
export const formatDay = (text: string, format: (typeof dateFormats)[number]): string => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)(?:T.*)?$/.exec(text) ?? []
  if (year === '') return text
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day)
}
