import type { FilledPass } from './pass-values.ts'

/* A generic object of Google Wallet (Google, “GenericObject”). Pictures have to stand at public
   addresses there: a pass for Google shows none. */

const formats: Readonly<Record<string, string>> = {
  CODE128: 'CODE_128',
  'CODE 39': 'CODE_39',
  'EAN 13': 'EAN_13',
  PDF417: 'PDF_417',
  'QR Code': 'QR_CODE',
}

const text = (value: string) => ({ defaultValue: { language: 'en', value } })

export interface GoogleHead {
  readonly id: string
  readonly classId: string
  /** Null: it does not end by itself. */
  readonly endsAt: Date | null
  /** Shown among those that are over: a sample, or taken back. */
  readonly isVoid: boolean
}

/** The large line must not be empty. */
const headerOf = ({ fields, title }: FilledPass): string =>
  fields.find(({ position, value }) => position === 'PRIMARY' && value !== '')?.value ?? title

const barcodeOf = ({ barcode }: FilledPass) => {
  const type = barcode === null ? undefined : formats[barcode.format]
  if (barcode === null || type === undefined) return {}
  return { barcode: { type, value: barcode.value, alternateText: barcode.value } }
}

export const googleContent = (pass: FilledPass, head: GoogleHead) => ({
  id: head.id,
  classId: head.classId,
  state: head.isVoid ? 'EXPIRED' : 'ACTIVE',
  cardTitle: text(pass.title),
  header: text(headerOf(pass)),
  hexBackgroundColor: pass.colours.backgroundColour,
  textModulesData: pass.fields
    .filter(({ position, value }) => position !== 'PRIMARY' && value !== '')
    .map(({ key, label, value }) => ({ id: key, header: label, body: value })),
  ...(head.endsAt === null
    ? {}
    : { validTimeInterval: { end: { date: head.endsAt.toISOString() } } }),
  ...barcodeOf(pass),
})
