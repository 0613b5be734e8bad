/* Written by `npm run modules`. */
import type actions from './userPortal/actions.json'
import type activity from './userPortal/activity.json'
import type applications from './userPortal/applications.json'
import type authenticators from './userPortal/authenticators.json'
import type entrance from './userPortal/entrance.json'
import type outcomes from './userPortal/outcomes.json'
import type password from './userPortal/password.json'
import type profile from './userPortal/profile.json'
import type questions from './userPortal/questions.json'
import type sessions from './userPortal/sessions.json'
import type tenants from './userPortal/tenants.json'

/** The texts of `en/userPortal/`, by file. */
export interface UserPortal {
  actions: typeof actions
  activity: typeof activity
  applications: typeof applications
  authenticators: typeof authenticators
  entrance: typeof entrance
  outcomes: typeof outcomes
  password: typeof password
  profile: typeof profile
  questions: typeof questions
  sessions: typeof sessions
  tenants: typeof tenants
}
