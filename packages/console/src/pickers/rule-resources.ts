import { listRuleResources, resourceIds } from '@signet/contract/access/resource-rules'
import { oneOf } from '@signet/rules/membership'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { useText } from '../lib/i18n.ts'
import { useMay } from '../session/session-context.tsx'

const isOwn = oneOf(resourceIds)

/** What people sign in to: the faces of the service, and its applications. */
export const useResources = () => {
  const text = useText('resource')
  const { data: applications = [] } = useQuery({
    queryKey: ['resource-rules', 'resources'],
    queryFn: ({ signal }) => call(listRuleResources, { signal }),
    enabled: useMay()(['CONTEXTRULES', 'VIEW']),
  })
  const ownName = (id: (typeof resourceIds)[number]): string =>
    applications.find((one) => one.id === id)?.name ?? text(`resource:rules.resources.${id}`)
  const own = resourceIds.map((id) => ({ id, name: ownName(id) }))
  const others = applications.filter(({ id }) => !isOwn(id))
  return {
    resources: [...own, ...others.map(({ id, name }) => ({ id, name: name ?? id }))],
    nameOf: (id: string): string =>
      isOwn(id) ? ownName(id) : (others.find((one) => one.id === id)?.name ?? id),
  }
}
