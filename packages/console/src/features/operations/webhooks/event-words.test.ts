import { groupOf } from '@signet/rules/webhooks'
import { expect, it } from 'vitest'
import { codesNow } from '../../../lib/i18n.ts'

it('shows no group of events by its technical name', () => {
  const several = [...Map.groupBy(codesNow('userPortal:actions'), groupOf)].filter(
    ([, some]) => some.length > 1,
  )
  const groups = several.map(([pattern]) => pattern.replace(/_\*$/, ''))
  expect(groups.toSorted()).toEqual(codesNow('resource:webhooks.chooser.groups').toSorted())
})
