import { listRuleResources, resourceIds } from '@signet/contract/access/resource-rules'
import { oneOf } from '@signet/rules/membership'
import { type Weekday, weekdays } from '@signet/rules/risk/factors'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useLocale, useText } from '../../../lib/i18n.ts'

const isOwn = oneOf(resourceIds)

/** What people sign in to: the faces of the service, and its applications. */
export const useResources = () => {
  const text = useText('resource')
  const { data: applications = [] } = useQuery({
    queryKey: ['resource-rules', 'resources'],
    queryFn: ({ signal }) => call(listRuleResources, { signal }),
  })
  const own = resourceIds.map((id) => ({ id, name: text(`resource:rules.resources.${id}`) }))
  const others = applications.filter(({ id }) => !isOwn(id))
  return {
    resources: [...own, ...others.map(({ id, name }) => ({ id, name: name ?? id }))],
    nameOf: (id: string): string =>
      isOwn(id)
        ? text(`resource:rules.resources.${id}`)
        : (others.find((one) => one.id === id)?.name ?? id),
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
