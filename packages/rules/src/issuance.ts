/** Barcodes of card and pass designs; Apple wallet passes cannot carry all of them. */
export const barcodeFormats = {
  CODE128: { appleWallet: true },
  'CODE 39': { appleWallet: false },
  'EAN 13': { appleWallet: false },
  PDF417: { appleWallet: true },
  'QR Code': { appleWallet: true },
  None: { appleWallet: true },
} as const
export type BarcodeFormat = keyof typeof barcodeFormats

export interface PrinterReadiness {
  readonly status: string
  readonly ptpReady: boolean
}

/** A direct tenant is set up once any of its printers is ready. */
export const isDirectTenantReady = (printers: readonly PrinterReadiness[]): boolean =>
  printers.some(({ status, ptpReady }) => status === 'IDLE' && ptpReady)

/** How often the printers are listed while a locked direct tenant waits for one. */
export const directTenantPollMs = 5000

export interface DirectTenantFacts {
  readonly issuanceAccount: boolean
  readonly directTenant: boolean
  readonly directTenantLocked: boolean
}

export const mustPollPrinters = (facts: DirectTenantFacts): boolean =>
  facts.issuanceAccount && facts.directTenant && facts.directTenantLocked
