import { expect, it } from 'vitest'
import { rowText } from './row-texts.ts'

it.each([
  ['ISSUANCE_ENROLLMENT_INVALID', 'NO_DATE', 'This is no day of the calendar.'],
  ['bulk_value_unfit', '1-500', 'Enter a value from 1 to 500'],
  [
    'invalid_parameters',
    'is not a mail address',
    'Enter an email address such as name@example.com',
  ],
  [
    'password_invalid',
    'digit_required, special_required',
    'Choose a password that meets the rules',
  ],
  [
    'bulk_value_unfit',
    'ACTIVE, INACTIVE',
    'The value is not one of those allowed. (ACTIVE, INACTIVE)',
  ],
  ['bulk_value_unfit', null, 'The value is not one of those allowed.'],
  ['group_not_found', 'refused', 'This group does not exist. (refused)'],
])('%s with %j is told in words', (code, message, text) => {
  expect(rowText('en', code, message)).toBe(text)
})

it('is told in the language of the reader', () => {
  expect(rowText('fr', 'ISSUANCE_ENROLLMENT_INVALID', 'NO_DATE')).toBe(
    'Ce n’est pas un jour du calendrier.',
  )
})
