/** What the value of a field is: a description holds for fields of its kind. */
export type FieldKind =
  | 'uuid'
  | 'uuids'
  | 'instant'
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'list'
  | 'object'

interface FieldDescription {
  readonly kind: FieldKind
  /** Another field of the same object, without which the name means something else. */
  readonly beside?: string
  readonly text: string
}

const one = (kind: FieldKind, text: string, beside?: string): FieldDescription => ({
  kind,
  text,
  ...(beside === undefined ? {} : { beside }),
})

/**
 * Fields that mean the same wherever they occur, by name. A field whose schema has a description of its own
 * keeps that one.
 */
export const fieldDescriptions: Readonly<Record<string, readonly FieldDescription[]>> = {
  applicationId: [one('uuid', 'ID of the application.')],
  authToken: [
    one('text', 'Token of the sign-in that has begun. Send the newest one with the next step.'),
  ],
  companyName: [one('text', 'Company name of the tenant, as users see it.')],
  country: [one('text', 'Country, as two letters (ISO 3166-1), such as `DE`.')],
  createDate: [one('instant', 'When it was created.')],
  createdAt: [one('instant', 'When it was created.')],
  createdBy: [one('text', 'Who created it.')],
  credentialDesignId: [one('uuid', 'ID of the card design.')],
  cursor: [
    one(
      'text',
      '`nextCursor` or `prevCursor` of the previous answer. Omit it for the first page.',
      'limit',
    ),
  ],
  descending: [one('boolean', 'Whether the rows are in descending order.')],
  description: [one('text', 'Free text: what it is for.')],
  displayName: [one('text', 'Name that is shown.')],
  email: [one('text', 'Email address.')],
  enabled: [one('boolean', 'Whether it is enabled. Disabled, it is kept and has no effect.')],
  enrollmentId: [one('uuid', 'ID of the enrollment record.')],
  entityId: [
    one('text', 'ID of the object that the event is about.', 'entityType'),
    one('text', 'SAML entity ID.'),
  ],
  estimated: [one('boolean', 'Whether `total` is an estimate.', 'total')],
  expiresAt: [one('instant', 'When it expires.')],
  externalId: [one('text', 'ID in the system from which it is provisioned.')],
  firstName: [one('text', 'First name.')],
  groupId: [one('uuid', 'ID of the group.')],
  groupIds: [one('uuids', 'IDs of the groups.')],
  groups: [one('uuids', 'IDs of the groups.')],
  heightMm: [one('number', 'Height in millimeters.')],
  id: [one('uuid', 'ID. It never changes, and is never used for anything else.')],
  lastName: [one('text', 'Last name.')],
  lastSeenAt: [one('instant', 'When it was last connected or used.')],
  lastUsedDate: [one('instant', 'When it was last used.')],
  limit: [one('integer', 'Maximum number of rows on a page.')],
  locale: [one('text', 'Language, such as `en` or `pt`.')],
  maximumPerUser: [one('integer', 'How many each user can have.')],
  modifiedAt: [one('instant', 'When it was last changed.')],
  modifiedBy: [one('text', 'Who changed it last.')],
  name: [one('text', 'Name, as lists and pages show it.', 'id')],
  nextCursor: [one('text', '`cursor` of the next page; null on the last page.')],
  opacity: [one('number', 'From 0 (invisible) to 1 (opaque).')],
  paging: [one('object', 'Which page this is, and how to get the others.')],
  prevCursor: [one('text', '`cursor` of the previous page; null on the first page.')],
  printerId: [one('uuid', 'ID of the printer.')],
  results: [one('list', 'The rows of this page.', 'paging')],
  serialNumber: [one('text', 'Serial number.')],
  total: [one('integer', 'How many rows there are on all pages.', 'estimated')],
  updatedAt: [one('instant', 'When it was last changed.')],
  userId: [
    one('uuid', 'ID of the user: the UUID, not the name to sign in with.'),
    one('text', 'Name that the user signs in with.'),
  ],
  version: [one('integer', 'Version number. It rises with each change.')],
  widthMm: [one('number', 'Width in millimeters.')],
  workflowId: [one('uuid', 'ID of the enrollment design.')],
}
