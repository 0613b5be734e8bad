/** The filters of the audit report by their name in its address. */
const reportFilters = [
  'from',
  'until',
  'action',
  'outcome',
  'kind',
  'actor',
  'entity',
  'address',
  'country',
  'request',
] as const
export type ReportFilter = (typeof reportFilters)[number]

/**
 * The address of the report with these filters: how charts and entries lead into it. `page` is another
 * one with the same filters, such as that of an archive.
 */
export const reportLink = (
  filters: Partial<Record<ReportFilter, string>>,
  page = '/reports',
): string => {
  const query = new URLSearchParams(
    Object.entries(filters).map(([key, value]) => [`f.${key}`, value]),
  )
  return `${page}?${query}`
}
