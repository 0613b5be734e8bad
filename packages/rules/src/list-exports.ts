/** Lists that can be had as a file; the names are kept with exports, so none is ever renamed. */
export const exportedLists = [
  'users',
  'groups',
  'organizations',
  'roles',
  'userattributes',
  'oauthroles',
  'applications',
  'auditevents',
  'archives',
  'bulkoperations',
  'reports',
  'webhooks',
  'webhookdeliveries',
  'emailmessages',
  'textmessages',
  'scheduledtasks',
  'emailtemplates',
  'signups',
  'assignedtokens',
  'unassignedtokens',
  'assignedgrids',
  'unassignedgrids',
  'grouppolicies',
  'resourceserverapis',
  'oidcclaims',
] as const
export type ExportedList = (typeof exportedLists)[number]

export const listExportStates = ['PENDING', 'RUNNING', 'READY', 'FAILED'] as const
export type ListExportState = (typeof listExportStates)[number]

/** Exports of one person that are kept at a time. */
export const mostListExports = 20
/** Hours for which a file is kept. */
export const listExportHours = 24
