import { resourceIds } from '@signet/contract/access/resource-rules'
import { listApplicationInfo } from '@signet/contract/applications/templates'
import { oneOf } from '@signet/rules/membership'
import { type Weekday, weekdays } from '@signet/rules/risk/factors'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'

const isOwn = oneOf(resourceIds)

/** What people sign in to: the faces of the service, and the applications that somebody may see. */
export const useResources = () => {
  const text = useText('resource')
  const { data: applications = [] } = useQuery({
    queryKey: ['applications', 'info'],
    queryFn: ({ signal }) => call(listApplicationInfo, { signal }),
    enabled: useMay()(['APPLICATIONS', 'VIEW']),
  })
  const own = resourceIds.map((id) => ({ id, name: text(`resource:rules.resources.${id}`) }))
  return {
    resources: own,
    nameOf: (id: string): string =>
      isOwn(id)
        ? text(`resource:rules.resources.${id}`)
        : (applications.find((one) => one.id === id)?.name ?? id),
  }
}

/** Days of the week stand by their place after this one. */
const someMonday = Date.UTC(2026, 0, 5, 12)
const dayMillis = 86_400_000

/** Days of the week in the visitor's language, Monday first. */
export const useDayNames = () => {
  const locale = useLocale()
  const names = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return (day: Weekday): string => names.format(someMonday + weekdays.indexOf(day) * dayMillis)
}
