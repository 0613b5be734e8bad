/**
 * Why a call of administrators that changes something does not ask for a fresh proof, by the kind of
 * work that it is. A call of another kind gets a reason of its own here.
 */
export const ordinaryKinds = {
  userWork:
    'daily work on users, in the groups and with the rights of the administrator, with a notice to the user',
  authenticatorWork: 'daily work on the authenticators of users, as on the users',
  userVerification: 'verifies a user who is on the phone or at another application',
  grouping: 'orders users; membership gives no rights that the administrator lacks',
  withdrawal: 'takes access away, and gives none',
  trial: 'tries what is configured, and keeps nothing',
  wording: 'texts and looks, whose links are made by the service',
  preview: 'looks ahead, and changes nothing that is in force',
  bulkPreparation: 'prepares a bulk operation, which asks for a proof when it starts',
  issuanceWork: 'daily work of issuance: records, designs, printers and cards',
  resending: 'sends again to the same recipient, or gives up',
  internalFile: 'stays inside the service: its files ask for a proof when they leave',
  reloading: 'reads again what is stored, and changes nothing of it',
  deliveryNote: 'notes that a test email arrived, which changes no delivery',
} as const

export type OrdinaryKind = keyof typeof ordinaryKinds
