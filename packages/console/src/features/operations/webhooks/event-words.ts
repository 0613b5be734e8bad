import { oneOf } from '@signet/rules/membership'
import { useText } from '../../../lib/i18n.ts'
import { useAuditWords } from '../../../pickers/audit-words.ts'

/** Groups of several events: each has a name of its own. */
export const namedGroups = [
  'ACR',
  'ACTIVESYNC',
  'APPLICATION',
  'AUDIT',
  'AUTHENTICATION',
  'BULK',
  'CLIENT',
  'CONTACT',
  'CREDENTIAL',
  'DESKTOP',
  'EMAIL',
  'ENROLLMENT',
  'EXTERNAL',
  'FACE',
  'FIDO',
  'FLASH',
  'GRID',
  'GROUP',
  'IDENTITY',
  'IP',
  'KBA',
  'KEY',
  'LIST',
  'MACHINE',
  'MAGIC',
  'MASTER',
  'OAUTH',
  'OIDC',
  'ORGANIZATION',
  'PASSTHROUGH',
  'PASSWORD',
  'PRINT',
  'PRINTER',
  'PUSH',
  'RADIUS',
  'RECOVERY',
  'REPORT',
  'RESOURCE',
  'RISK',
  'ROLE',
  'SCHEDULED',
  'SETUP',
  'SIGN',
  'SITE',
  'SMART',
  'SOFT',
  'SUBSCRIBER',
  'TEMP',
  'TOKEN',
  'TRANSACTION',
  'USER',
  'VARIABLE',
  'VOICE',
  'WEBHOOK',
  'WECHAT',
  'WHAT',
  'WORKFLOW',
] as const
const named = oneOf(namedGroups)

/** What people read for an event pattern: `*`, `USER_*` or one audit action. */
export const usePatternWords = () => {
  const text = useText('resource')
  const words = useAuditWords()
  return (pattern: string): string => {
    if (pattern === '*') return text('resource:webhooks.chooser.all')
    const [, group = ''] = /^([A-Z0-9]+)_\*$/.exec(pattern) ?? []
    if (named(group)) return text(`resource:webhooks.chooser.groups.${group}`)
    return words.action(pattern.replace(/_\*$/, ''))
  }
}
