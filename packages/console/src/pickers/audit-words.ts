import { entitlementTypes } from '@signet/rules/entitlements'
import { oneOf } from '@signet/rules/membership'
import type { Severity } from '@signet/rules/severity'
import { codesNow, codeTextNow, useText } from '../lib/i18n.ts'

export const auditOutcomes = ['SUCCESS', 'FAILURE', 'DENIED'] as const
type AuditOutcome = (typeof auditOutcomes)[number]

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

const isEntitlementType = oneOf(entitlementTypes)

interface NamedSubject {
  readonly entityType: string
  readonly entityName: string
}

const ofCode =
  (key: string) =>
  (code: string): string =>
    codeTextNow(key, code) ?? spokenName(code)

/** The words for the codes in audit events. */
export const useAuditWords = () => {
  const text = useText('dashboard', 'userPortal')
  return {
    /** The actions and subjects that have a text, for lists to choose from. */
    actions: codesNow('userPortal:actions'),
    subjects: codesNow('dashboard:subjects'),
    action: ofCode('userPortal:actions'),
    subject: ofCode('dashboard:subjects'),
    /** The name of the subject; the product's own names in the reader's language. */
    nameOf: ({ entityType, entityName }: NamedSubject): string =>
      entityType === 'ENTITLEMENTS' && isEntitlementType(entityName)
        ? text(`dashboard:entitlements.types.${entityName}`)
        : entityName,
    outcome: (code: AuditOutcome): string => text(`userPortal:outcomes.${code}`),
  }
}
