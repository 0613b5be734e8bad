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

/** Where a pass stands: sent, in a wallet, over, called off before it was claimed, taken back. */
export const passStates = ['ISSUED', 'CLAIMED', 'EXPIRED', 'CANCELLED', 'REVOKED'] as const
export type PassState = (typeof passStates)[number]

/** Of these a record has one at most. */
export const livePassStates = ['ISSUED', 'CLAIMED'] as const

interface Standing {
  readonly state: PassState
  /** Null: it does not end by itself. */
  readonly endsAt: Date | null
}

/** One that has had its days is over, whether anybody has noted it or not. */
export const passStateAt = ({ state, endsAt }: Standing, now: Date): PassState =>
  state === 'CLAIMED' && endsAt !== null && endsAt <= now ? 'EXPIRED' : state

/** What the log of a pass tells of. */
export const passEvents = [
  'ISSUED',
  'MAILED',
  'MAIL_FAILED',
  'LINK_MADE',
  'CLAIMED',
  'UPDATED',
  'UPDATE_FAILED',
  'CANCELLED',
  'REVOKED',
] as const
export type PassEvent = (typeof passEvents)[number]

/** Of one call. */
export const mostPassesOfBatch = 100
/** Of one call that finds the records itself. */
export const mostPassesAtOnce = 200

/** The last part of the addresses of downloads. */
export const walletTypes = ['apple', 'google'] as const
export type WalletType = (typeof walletTypes)[number]
export const walletOfType: Readonly<Record<WalletType, PassWallet>> = {
  apple: 'APPLE',
  google: 'GOOGLE',
}

/** The wallet that the phone of a visitor has; null where that cannot be told. */
export const walletOfDevice = (userAgent: string): PassWallet | null => {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'APPLE'
  return /Android/.test(userAgent) ? 'GOOGLE' : null
}
