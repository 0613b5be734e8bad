/** What administrators are alerted to: things that went wrong, or are about to. */
export const alertTypes = [
  'AUDIT_CHAIN_BEHIND',
  'ENTITLEMENT',
  'WEBHOOK_SWITCHED_OFF',
  'WEBHOOK_DELIVERY_FAILED',
  'KEY_ROTATION_FAILED',
  'ARCHIVE_FAILED',
  'EMAIL_NOT_DELIVERED',
  'BULK_OPERATION_FAILED',
  'REPORT_FAILED',
  'SCHEDULED_TASK_FAILED',
  'SCHEDULED_TASK_PAUSED',
  'SIGN_IN_LOCKED',
  'MACHINE_COPIED',
  'PASSKEY_CLONED',
  'PUSH_CONCERN',
] as const
export type AlertType = (typeof alertTypes)[number]

/** Errors do not mend themselves: somebody has to act. */
export const alertSeverities = {
  AUDIT_CHAIN_BEHIND: 'ERROR',
  ENTITLEMENT: 'WARNING',
  WEBHOOK_SWITCHED_OFF: 'ERROR',
  WEBHOOK_DELIVERY_FAILED: 'ERROR',
  KEY_ROTATION_FAILED: 'ERROR',
  ARCHIVE_FAILED: 'ERROR',
  EMAIL_NOT_DELIVERED: 'WARNING',
  BULK_OPERATION_FAILED: 'WARNING',
  REPORT_FAILED: 'WARNING',
  SCHEDULED_TASK_FAILED: 'WARNING',
  SCHEDULED_TASK_PAUSED: 'ERROR',
  SIGN_IN_LOCKED: 'WARNING',
  MACHINE_COPIED: 'WARNING',
  PASSKEY_CLONED: 'ERROR',
  PUSH_CONCERN: 'ERROR',
} as const satisfies Record<AlertType, 'ERROR' | 'WARNING'>

/** Of people: all that administrators who are limited to groups are alerted to. */
export const isAlertAboutPeople = (type: AlertType): boolean =>
  type === 'SIGN_IN_LOCKED' ||
  type === 'MACHINE_COPIED' ||
  type === 'PASSKEY_CLONED' ||
  type === 'PUSH_CONCERN'
