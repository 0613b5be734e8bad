import { isSafeGet } from '@signet/contract/kit/endpoint'
import type { Documented } from './openapi/documented.ts'

interface Pattern {
  /** null for a parameter. */
  readonly segments: readonly (string | null)[]
  readonly methods: readonly string[]
}

const patternOf = ([path, calls]: readonly [string, readonly Documented[]]): Pattern => ({
  segments: path.split('/').map((segment) => (segment.startsWith(':') ? null : segment)),
  methods: calls.flatMap(({ endpoint }) =>
    endpoint.method === 'GET' && isSafeGet(endpoint) ? ['GET', 'HEAD'] : [endpoint.method],
  ),
})

const fits = ({ segments }: Pattern, given: readonly string[]): boolean =>
  segments.length === given.length &&
  segments.every((segment, index) => segment === null || segment === given[index])

/**
 * The methods that calls at a path have (RFC 9110, section 15.5.6); none where no call has the path.
 * Asked only about requests that met no route.
 */
export const allowedMethods = (calls: readonly Documented[]) => {
  const patterns = [...Map.groupBy(calls, ({ endpoint }) => endpoint.path)].map(patternOf)
  return (url: string): readonly string[] => {
    const given = (url.split('?', 1)[0] ?? '').split('/')
    const methods = patterns.filter((pattern) => fits(pattern, given)).flatMap((one) => one.methods)
    return [...new Set(methods)].toSorted()
  }
}
