import { useCallback } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { isApplicationType, type ListedKind } from './application-types.ts'

/** What each kind of application is called. */
export const useKindName = () => {
  const text = useText('resource')
  return useCallback(
    (kind: ListedKind): string => {
      if (kind === 'USER_PORTAL') return text('resource:rules.resources.USER_PORTAL')
      if (kind === 'SYSLOG') return text('resource:syslog.kind')
      if (kind === 'RADIUS') return text('resource:radius.kind')
      return isApplicationType(kind) || kind === 'SAML'
        ? text(`resource:applications.kind.${kind}`)
        : text(`resource:apiApplications.kind.${kind}`)
    },
    [text],
  )
}
