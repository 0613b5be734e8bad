import { type BarcodeFormat, barcodeFormats } from './issuance.ts'

/** The wallets that a design is made for. */
export const passWallets = ['APPLE', 'GOOGLE'] as const
export type PassWallet = (typeof passWallets)[number]

/** Where a field stands on the pass, from its head to its back. */
export const passPositions = ['HEADER', 'PRIMARY', 'SECONDARY', 'AUXILIARY', 'BACK'] as const
export type PassPosition = (typeof passPositions)[number]

/** As many as both wallets show of each; further ones would be cut off without a word. */
export const mostOfPosition: Readonly<Record<PassPosition, number>> = {
  HEADER: 1,
  PRIMARY: 1,
  SECONDARY: 4,
  AUXILIARY: 4,
  BACK: 15,
}

/** Whether the wallet shows a barcode of this format. */
export const isShownBy = (wallet: PassWallet, format: BarcodeFormat): boolean =>
  wallet === 'GOOGLE' || barcodeFormats[format].appleWallet

/** The wallets of a design that leave its barcode out. */
export const walletsWithoutBarcode = (
  wallets: readonly PassWallet[],
  format: BarcodeFormat,
): readonly PassWallet[] => wallets.filter((wallet) => !isShownBy(wallet, format))

/** What a design says of its passes, but for the logo. */
export interface PassContent {
  readonly wallets: PassWallet[]
  readonly title: string
  /** `#rrggbb`, like the other colours. */
  readonly backgroundColour: string
  readonly textColour: string
  readonly labelColour: string
  readonly fields: {
    readonly position: PassPosition
    readonly label: string
    /** With the names of fields in braces. */
    readonly value: string
  }[]
  readonly barcodeFormat: BarcodeFormat
  readonly barcodeValue: string
  readonly photoField: string | null
  readonly validDays: number | null
}
