import { oneOf } from '@signet/rules/membership'
import type { Severity } from '@signet/rules/severity'
import { useText } from '../lib/i18n.ts'

/** Actions that have a text; a newer one shows by its own name. */
export const auditActions = [
  'ACCOUNT_UPDATED',
  'APPLICATION_CONSENT',
  'APPLICATION_CREATED',
  'APPLICATION_DELETED',
  'APPLICATION_SECRET_GENERATED',
  'APPLICATION_UPDATED',
  'AUDIT_EXPORTED',
  'AUTHENTICATION',
  'AUTHENTICATION_STEP',
  'AUTHENTICATORS_UNLOCKED',
  'AUTHENTICATOR_ENROLLED',
  'FIDO_CREATED',
  'FIDO_DELETED',
  'FIDO_UPDATED',
  'KEY_ROTATION_COMPLETED',
  'KEY_ROTATION_STARTED',
  'MASTER_KEY_ROTATED',
  'MASTER_KEY_ROTATION_STARTED',
  'NOTICE_NOT_MAILED',
  'PASSWORD_CHANGED',
  'PASSWORD_DELETED',
  'PASSWORD_NOTIFIED',
  'PASSWORD_RESET',
  'PASSWORD_RESET_AUTHENTICATION',
  'PASSWORD_SET',
  'PASSWORD_UNLOCKED',
  'RECOVERY_CODES_CREATED',
  'RECOVERY_CODES_DELETED',
  'RECOVERY_CODE_USED',
  'ROLE_ASSIGNED',
  'ROLE_CREATED',
  'ROLE_DELETED',
  'ROLE_REMOVED',
  'ROLE_UPDATED',
  'SESSIONS_ENDED',
  'SESSION_ENDED',
  'SETUP_LINK_CREATED',
  'SETUP_STARTED',
  'STEP_UP',
  'SUBSCRIBER_UPDATED',
  'SUBSCRIBER_URL_CHANGED',
  'TENANT_CREATED',
  'TOKEN_ACTIVATED',
  'TOKEN_ACTIVATION_STARTED',
  'TOKEN_CREATED',
  'TOKEN_DELETED',
  'TOKEN_STATE_CHANGED',
  'TOKEN_SYNCHRONISED',
  'TOKEN_UNLOCKED',
  'TOKEN_UPDATED',
  'USER_CREATED',
  'USER_DELETED',
  'USER_STATE_CHANGED',
  'USER_SYNCED',
  'USER_UNLOCKED',
  'USER_UNSYNCED',
  'USER_UPDATED',
  'USER_VALUES_CHANGED',
] as const
const isKnownAction = oneOf(auditActions)

export const auditSubjects = [
  'APPLICATIONS',
  'FIDO',
  'GRIDS',
  'GROUPS',
  'ROLES',
  'SETTINGS',
  'SUBSCRIBERS',
  'TENANTS',
  'TOKENS',
  'USERS',
] as const
const isKnownSubject = oneOf(auditSubjects)

export const auditOutcomes = ['SUCCESS', 'FAILURE', 'DENIED'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

export const outcomeSeverity: Readonly<Record<AuditOutcome, Severity>> = {
  SUCCESS: 'OK',
  FAILURE: 'ERROR',
  DENIED: 'WARNING',
}

/** `GRID_CARD_MADE` as `Grid card made`. */
const spokenName = (code: string): string => {
  const words = code.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The words for what the audit events hold as codes. */
export const useAuditWords = () => {
  const text = useText('dashboard')
  return {
    action: (code: string): string =>
      isKnownAction(code) ? text(`dashboard:actions.${code}`) : spokenName(code),
    subject: (code: string): string =>
      isKnownSubject(code) ? text(`dashboard:subjects.${code}`) : spokenName(code),
    outcome: (code: AuditOutcome): string => text(`dashboard:audit.outcomes.${code}`),
  }
}
