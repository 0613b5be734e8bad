/** Audit events counted by quarter of an hour; made anew from the events by `signet audit recount`. */
export interface ReportCountRow {
  tenant_id: string
  dimension: 'ACTION' | 'APPLICATION' | 'AUTHENTICATOR' | 'COUNTRY'
  starts_at: Date
  /** The action, the application's name then, the authenticator, or the country. */
  name: string
  outcome: 'SUCCESS' | 'FAILURE' | 'DENIED'
  count: string
}

/** Who signed in on a day (UTC): one row, however often. */
interface ReportPersonRow {
  tenant_id: string
  starts_at: Date
  /** The user's id. */
  person: string
  /** A digit for each quarter of an hour of the day: 1 where they signed in. */
  quarters: string
  /** The day before on which they came, with its quarters; null for the first. */
  previous_at: Date | null
  previous_quarters: string | null
}

export interface ReportTables {
  report_counts: ReportCountRow
  report_people: ReportPersonRow
}
