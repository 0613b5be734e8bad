import { oneOf } from './membership.ts'

/** What a saved or scheduled report tells. */
export const reportKinds = [
  'AUDIT_EVENTS',
  'AUTHENTICATIONS',
  'OUTCOMES',
  'FAILED_AUTHENTICATIONS',
  'ACTIVE_USERS',
  'AUTHENTICATIONS_BY_APPLICATION',
  'AUTHENTICATIONS_BY_AUTHENTICATOR',
  'USERS',
  'APPLICATIONS',
  'AUTHENTICATOR_TYPES',
  'TEXT_MESSAGES',
] as const
export type ReportKind = (typeof reportKinds)[number]
export const isReportKind = oneOf(reportKinds)

/** What each kind has to tell of, in the order of its columns. */
export const reportColumns = {
  AUDIT_EVENTS: [
    'eventTime',
    'actorType',
    'actorName',
    'action',
    'entityType',
    'entityName',
    'outcome',
    'address',
    'requestId',
    'country',
  ],
  AUTHENTICATIONS: ['start', 'success', 'failure', 'denied'],
  OUTCOMES: ['action', 'success', 'failure', 'denied'],
  FAILED_AUTHENTICATIONS: ['userId', 'userName', 'count', 'lastTime'],
  ACTIVE_USERS: ['start', 'users'],
  AUTHENTICATIONS_BY_APPLICATION: ['application', 'count'],
  AUTHENTICATIONS_BY_AUTHENTICATOR: ['authenticator', 'success', 'failure', 'denied'],
  USERS: ['total', 'active', 'inactive', 'registering', 'locked', 'created'],
  APPLICATIONS: ['type', 'total', 'enabled'],
  AUTHENTICATOR_TYPES: ['type', 'total', 'users'],
  TEXT_MESSAGES: ['start', 'sent', 'failed'],
} as const satisfies Readonly<Record<ReportKind, readonly string[]>>
export const isReportColumn = oneOf(Object.values(reportColumns).flat())

/** Whether a kind has each of these columns, named once. */
export const hasColumns = (kind: ReportKind, columns: readonly string[]): boolean => {
  const known: readonly string[] = reportColumns[kind]
  return new Set(columns).size === columns.length && columns.every((each) => known.includes(each))
}

/** Days before the moment at which the report is made. */
export const reportPeriods = {
  LAST_DAY: 1,
  LAST_7_DAYS: 7,
  LAST_30_DAYS: 30,
  LAST_90_DAYS: 90,
} as const
export type ReportPeriod = keyof typeof reportPeriods
export const reportPeriodNames = [
  'LAST_DAY',
  'LAST_7_DAYS',
  'LAST_30_DAYS',
  'LAST_90_DAYS',
] as const satisfies readonly ReportPeriod[]

export const reportStates = [
  'PENDING',
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'PAUSED',
  'CANCELLED',
] as const
export type ReportState = (typeof reportStates)[number]

/** Rows of a report's CSV file, and of its PDF, which is read by people. */
export const mostReportRows = 20_000
export const mostPrintedRows = 1000
/** Rows that show beforehand what a report would tell. */
export const previewedRows = 20

export const taskRunStates = ['RUNNING', 'SUCCEEDED', 'FAILED'] as const
export type TaskRunState = (typeof taskRunStates)[number]

/** As what a task mails its report. */
export const taskFormats = ['CSV', 'PDF'] as const
export type TaskFormat = (typeof taskFormats)[number]

/** Whom a report may be mailed to at most. */
export const mostTaskRecipients = 20
