import { reportLink } from '../report-link.ts'
import type { Definition } from './definition-form.ts'

interface Range {
  readonly from: string | null
  readonly until: string | null
}

const names = {
  outcome: 'outcome',
  entityType: 'kind',
  actorId: 'actor',
  entityId: 'entity',
  address: 'address',
  country: 'country',
  requestId: 'request',
} as const
const parts = [
  'outcome',
  'entityType',
  'actorId',
  'entityId',
  'address',
  'country',
  'requestId',
] as const

/** The address of the audit report narrowed as a saved one is, over the time that it tells of. */
export const auditReportLink = (filter: Definition['filter'], { from, until }: Range): string => {
  const { actions = [], text } = filter
  const link = reportLink({
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
    ...(actions.length === 0 ? {} : { action: actions.join(',') }),
    ...Object.fromEntries(
      parts.flatMap((part) => (filter[part] === undefined ? [] : [[names[part], filter[part]]])),
    ),
  })
  return text === undefined ? link : `${link}&${new URLSearchParams({ q: text })}`
}
