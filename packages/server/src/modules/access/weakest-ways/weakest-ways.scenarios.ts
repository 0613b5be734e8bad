import { onApplication } from '../../../security/sweep/calls/applications.ts'
import { onGroup, onUser } from '../../../security/sweep/calls/identity.ts'
import { applicationAsId, groupAsId, userAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    readApplicationWays: onApplication(),
    readUserWays: onUser(),
    readGroupWays: onGroup(),
  },
  ids: [
    { under: '/api/web/v1/weakestways/users/', build: userAsId },
    { under: '/api/web/v1/weakestways/groups/', build: groupAsId },
    { under: '/api/web/v1/weakestways/applications/', build: applicationAsId },
  ],
  alteredBy: {
    readUserWays: ['deleteUser'],
    readGroupWays: ['deleteGroup'],
    readApplicationWays: ['deleteOidcApplication'],
  },
  shownIn: {
    listWayStatements: 'modules/access/weakest-ways/weakest-ways.test.ts',
    updateHeldStatements: 'modules/access/weakest-ways/held-checks.test.ts',
    readHeldStatements: 'modules/access/weakest-ways/weakest-ways.test.ts',
  },
}
