/** The filters of the audit report by their name in its address. */
export const reportFilters = [
  'from',
  'until',
  'action',
  'outcome',
  'kind',
  'actor',
  'entity',
  'address',
  'request',
] as const
export type ReportFilter = (typeof reportFilters)[number]

/** The address of the report with these filters: how charts and entries lead into it. */
export const reportLink = (filters: Partial<Record<ReportFilter, string>>): string => {
  const query = new URLSearchParams(
    Object.entries(filters).map(([key, value]) => [`f.${key}`, value]),
  )
  return `/reports?${query}`
}
