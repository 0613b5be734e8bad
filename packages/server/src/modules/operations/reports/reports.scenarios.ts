import { browserOf } from '../../../../testing/access/people.ts'
import type { Change, SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, type Scenario, type World } from '../../../security/sweep/world.ts'

const hour = 3_600_000

/** The day in which everything happens, from now on. */
const today = ({ test }: World) => {
  const now = test.clock.now().getTime()
  return {
    from: new Date(now - hour).toISOString(),
    until: new Date(now + 3 * hour).toISOString(),
  }
}

const inRange: Scenario = (world) => ({ body: today(world) })

const inHours: Scenario = (world) => ({ body: { ...today(world), interval: 'HOUR' } })

/** A sign-in that fails. */
const failing: Change = async (world) => {
  const browser = browserOf(world.test.call)
  const { userId } = await buildSignedIn(world)
  await browser.query(userId)
  await browser.prove('PASSWORD', 'wrong')
  return browser.query(userId)
}

const signIn = ['completeAuthentication']

export const scenarios: SubjectScenarios = {
  calls: {
    countAuthentications: inHours,
    countAuthenticationsByApplication: inRange,
    countAuthenticationsByAuthenticator: inRange,
    countAuthenticationsByCountry: inRange,
    countActiveUsers: inHours,
    countActiveApplications: inHours,
    countOutcomes: inRange,
    countUsers: inRange,
    countTextMessages: inHours,
    listFailedAuthentications: inRange,
    listAlerts: inRange,
  },
  alteredBy: {
    countAuthentications: signIn,
    countAuthenticationsByApplication: signIn,
    countAuthenticationsByAuthenticator: signIn,
    countActiveUsers: signIn,
    countOutcomes: signIn,
    countApplications: ['createOidcApplication'],
    countAuthenticatorTypes: ['createUserToken'],
    countUsers: ['createUser'],
    listFailedAuthentications: failing,
  },
  shownIn: {
    countActiveApplications: 'modules/operations/reports/event-counts.test.ts',
    listAlerts: 'modules/operations/reports/alerts.test.ts',
    countAuthenticationsByCountry: 'modules/operations/reports/countries.test.ts',
    countTextMessages: 'modules/operations/reports/text-messages.test.ts',
  },
}
