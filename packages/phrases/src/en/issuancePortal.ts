/** One line for each file of `en/issuancePortal/`: `subject: typeof subject`. */
export type IssuancePortal = Record<never, never>
