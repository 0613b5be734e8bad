/* Written by `npm run modules`. */
import type authenticator from './security/authenticator.json'
import type closed from './security/closed.json'
import type consent from './security/consent.json'
import type device from './security/device.json'
import type enrollment from './security/enrollment.json'
import type methods from './security/methods.json'
import type organization from './security/organization.json'
import type page from './security/page.json'
import type pass from './security/pass.json'
import type passwords from './security/passwords.json'
import type requests from './security/requests.json'
import type reset from './security/reset.json'
import type setup from './security/setup.json'
import type signIn from './security/sign-in.json'
import type signUp from './security/sign-up.json'

/** The texts of `en/security/`, by file. */
export interface Security {
  authenticator: typeof authenticator
  closed: typeof closed
  consent: typeof consent
  device: typeof device
  enrollment: typeof enrollment
  methods: typeof methods
  organization: typeof organization
  page: typeof page
  pass: typeof pass
  passwords: typeof passwords
  requests: typeof requests
  reset: typeof reset
  setup: typeof setup
  'sign-in': typeof signIn
  'sign-up': typeof signUp
}
