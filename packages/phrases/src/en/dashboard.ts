import type actions from './dashboard/actions.json'
import type audit from './dashboard/audit.json'
import type overview from './dashboard/overview.json'
import type subjects from './dashboard/subjects.json'

/** One line for each file of `en/dashboard/`: `subject: typeof subject`. */
export interface Dashboard {
  actions: typeof actions
  audit: typeof audit
  overview: typeof overview
  subjects: typeof subjects
}
