/** What may be done with an app or a passkey once it was asked for. */
export interface Deed {
  readonly kind: 'rename' | 'remove' | 'switchOff' | 'switchOn'
  readonly name: string
  /** `name` counts when renaming. */
  readonly run: (name: string) => Promise<unknown>
}
