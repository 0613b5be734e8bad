import type authenticators from './userPortal/authenticators.json'
import type password from './userPortal/password.json'
import type profile from './userPortal/profile.json'
import type sessions from './userPortal/sessions.json'

/** One line for each file of `en/userPortal/`: `subject: typeof subject`. */
export interface UserPortal {
  authenticators: typeof authenticators
  password: typeof password
  profile: typeof profile
  sessions: typeof sessions
}
