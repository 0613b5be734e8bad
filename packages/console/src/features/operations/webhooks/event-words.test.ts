import webhooks from '@signet/phrases/en/resource/webhooks.json'
import actions from '@signet/phrases/en/userPortal/actions.json'
import { groupOf } from '@signet/rules/webhooks'
import { expect, it } from 'vitest'

it('shows no group of events by its technical name', () => {
  const several = [...Map.groupBy(Object.keys(actions), groupOf)].filter(
    ([, some]) => some.length > 1,
  )
  const groups = several.map(([pattern]) => pattern.replace(/_\*$/, ''))
  expect(groups.toSorted()).toEqual(Object.keys(webhooks.chooser.groups).toSorted())
})
