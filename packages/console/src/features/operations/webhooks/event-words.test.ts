import actions from '@signet/phrases/en/userPortal/actions.json'
import { groupOf } from '@signet/rules/webhooks'
import { expect, it } from 'vitest'
import { auditActions } from '../../../pickers/audit-words.ts'
import { namedGroups } from './event-words.ts'

it('offers every event that has words', () => {
  expect(auditActions.toSorted()).toEqual(Object.keys(actions).toSorted())
})

it('shows no group of events by its technical name', () => {
  const several = [...Map.groupBy(auditActions, groupOf)].filter(([, some]) => some.length > 1)
  const groups = several.map(([pattern]) => pattern.replace(/_\*$/, ''))
  expect(groups.filter((group) => !namedGroups.some((each) => each === group))).toEqual([])
})
