import { codeTextNow, useText } from '../../../lib/i18n.ts'
import { useAuditWords } from '../../../pickers/audit-words.ts'

/** Label of an event pattern: `*`, `USER_*` or one audit action. */
export const usePatternWords = () => {
  const text = useText('resource')
  const words = useAuditWords()
  return (pattern: string): string => {
    if (pattern === '*') return text('resource:webhooks.chooser.all')
    const [, group = ''] = /^([A-Z0-9]+)_\*$/.exec(pattern) ?? []
    return (
      codeTextNow('resource:webhooks.chooser.groups', group) ??
      words.action(pattern.replace(/_\*$/, ''))
    )
  }
}
