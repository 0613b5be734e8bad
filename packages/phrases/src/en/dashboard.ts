/* Written by `npm run modules`. */
import type archives from './dashboard/archives.json'
import type audit from './dashboard/audit.json'
import type entitlements from './dashboard/entitlements.json'
import type exports from './dashboard/exports.json'
import type firstSteps from './dashboard/firstSteps.json'
import type mail from './dashboard/mail.json'
import type overview from './dashboard/overview.json'
import type rejections from './dashboard/rejections.json'
import type reports from './dashboard/reports.json'
import type subjects from './dashboard/subjects.json'
import type tasks from './dashboard/tasks.json'
import type views from './dashboard/views.json'

/** The texts of `en/dashboard/`, by file. */
export interface Dashboard {
  archives: typeof archives
  audit: typeof audit
  entitlements: typeof entitlements
  exports: typeof exports
  firstSteps: typeof firstSteps
  mail: typeof mail
  overview: typeof overview
  rejections: typeof rejections
  reports: typeof reports
  subjects: typeof subjects
  tasks: typeof tasks
  views: typeof views
}
