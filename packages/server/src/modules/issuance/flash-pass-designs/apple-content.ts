import type { PassPosition } from '@signet/rules/flash-passes'
import { barcodeFormats } from '@signet/rules/issuance'
import type { FilledPass } from './pass-values.ts'

/* `pass.json` of a generic pass (Apple, “Pass”). */

export interface AppleHead {
  readonly passTypeIdentifier: string
  readonly teamIdentifier: string
  readonly organizationName: string
  readonly serialNumber: string
  /** Null: it does not end by itself. */
  readonly endsAt: Date | null
  /** Good for nothing but a look at it: a sample, or taken back. */
  readonly isVoid: boolean
  /** How phones ask what it shows now; null for a sample, which never changes. */
  readonly updates: PassUpdates | null
}

interface PassUpdates {
  readonly webServiceURL: string
  readonly authenticationToken: string
}

const groups: Readonly<Record<PassPosition, string>> = {
  HEADER: 'headerFields',
  PRIMARY: 'primaryFields',
  SECONDARY: 'secondaryFields',
  AUXILIARY: 'auxiliaryFields',
  BACK: 'backFields',
}

/** Those that the wallet knows; the others are left out, which the design says. */
const formats: Readonly<Record<string, string>> = {
  CODE128: 'PKBarcodeFormatCode128',
  PDF417: 'PKBarcodeFormatPDF417',
  'QR Code': 'PKBarcodeFormatQR',
}

/** `#1f3a5f` as `rgb(31, 58, 95)`. */
const rgb = (colour: string): string => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return `rgb(${parts.join(', ')})`
}

const barcodesOf = ({ barcode }: FilledPass) => {
  if (barcode === null || !barcodeFormats[barcode.format].appleWallet) return {}
  const format = formats[barcode.format]
  if (format === undefined) return {}
  const { value } = barcode
  const barcodes = [{ format, message: value, messageEncoding: 'utf-8', altText: value }]
  return { barcodes }
}

const fieldsOf = ({ fields }: FilledPass) =>
  Object.fromEntries(
    Object.entries(groups).map(([position, group]) => [
      group,
      fields
        .filter((field) => field.position === position)
        .map(({ key, label, value }) => ({ key, label, value })),
    ]),
  )

export const appleContent = (pass: FilledPass, head: AppleHead): object => ({
  formatVersion: 1,
  passTypeIdentifier: head.passTypeIdentifier,
  teamIdentifier: head.teamIdentifier,
  organizationName: head.organizationName,
  serialNumber: head.serialNumber,
  description: pass.title,
  logoText: pass.title,
  foregroundColor: rgb(pass.colours.textColour),
  backgroundColor: rgb(pass.colours.backgroundColour),
  labelColor: rgb(pass.colours.labelColour),
  sharingProhibited: true,
  ...(head.endsAt === null ? {} : { expirationDate: head.endsAt.toISOString() }),
  ...(head.isVoid ? { voided: true } : {}),
  ...head.updates,
  ...barcodesOf(pass),
  generic: fieldsOf(pass),
})
