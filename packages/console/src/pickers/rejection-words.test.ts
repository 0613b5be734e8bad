import english from '@signet/phrases/en/dashboard/rejections.json'
import { rejectionTexts } from '@signet/rules/rejections'
import { expect, it } from 'vitest'

it('has the words of the audit log for every reason', () => {
  expect(english).toEqual(rejectionTexts)
})
