import { describe, expect, test } from 'vitest'
import { type PasswordPolicy, passwordFaults } from './passwords.ts'

const allowed = {
  digit: 'ALLOWED',
  lowercase: 'ALLOWED',
  uppercase: 'ALLOWED',
  special: 'NOT_SET',
} as const
const policy: PasswordPolicy = {
  minimumLength: 8,
  maximumLength: 64,
  classes: allowed,
  forbiddenWords: ['Signet', 'corp'],
}
const withClasses = (classes: Partial<PasswordPolicy['classes']>): PasswordPolicy => ({
  ...policy,
  classes: { ...allowed, ...classes },
})

describe('password policy', () => {
  test('passes a long phrase', () => {
    expect(passwordFaults('quiet rivers turn twice', policy, ['ann'])).toEqual([])
  })

  test('counts characters, not bytes, and names both ends', () => {
    expect(passwordFaults('😀'.repeat(8), policy, [])).toEqual([])
    expect(passwordFaults('😀'.repeat(7), policy, [])).toEqual(['too_short'])
    expect(passwordFaults('x'.repeat(65), policy, [])).toEqual(['too_long'])
  })

  test.each([
    [{ digit: 'REQUIRED' }, 'quietrivers', 'digit_required'],
    [{ digit: 'NOT_ALLOWED' }, 'quietrivers7', 'digit_not_allowed'],
    [{ lowercase: 'REQUIRED' }, 'QUIETRIVERS', 'lowercase_required'],
    [{ lowercase: 'NOT_ALLOWED' }, 'QUIETRIVERs', 'lowercase_not_allowed'],
    [{ uppercase: 'REQUIRED' }, 'quietrivers', 'uppercase_required'],
    [{ uppercase: 'NOT_ALLOWED' }, 'quietRivers', 'uppercase_not_allowed'],
    [{ special: 'REQUIRED' }, 'quietrivers', 'special_required'],
    [{ special: 'NOT_ALLOWED' }, 'quiet rivers', 'special_not_allowed'],
  ] as const)('judges the class %j', (classes, password, fault) => {
    expect(passwordFaults(password, withClasses(classes), [])).toEqual([fault])
  })

  test('puts letters of scripts without case in no class', () => {
    expect(
      passwordFaults('静かな川はゆっくり', withClasses({ special: 'NOT_ALLOWED' }), []),
    ).toEqual([])
  })

  test.each(['my-AnnLee-2024', 'my-@nnl33-2024', 'xxÀNNLEExx'])(
    'finds the user name in %s',
    (password) => {
      expect(passwordFaults(password, policy, ['annlee'])).toEqual(['contains_user_name'])
    },
  )

  test('does not look for names under four characters or empty ones', () => {
    expect(passwordFaults('quiet rivers', policy, ['q', 'qu', 'qui', '', '  '])).toEqual([])
  })

  // Guard: `containsName` reads digits of a name as digits, and letters as themselves.
  test.each([
    ['U11', 'Harbour-Lantern-52-quilt'],
    ['Ell1', 'Wellington-boots-52'],
    ['Lili', 'illiterate-parrots-7'],
    ['Elin', 'wellness-boots-7'],
    ['7000', 'tooo-many-lanterns'],
  ])('takes no letters for the name %s in %s', (name, password) => {
    expect(passwordFaults(password, policy, [name])).toEqual([])
  })

  test.each([
    ['Ell1', 'my-ell1-lantern'],
    ['Ellis', 'my-e11!5-lantern'],
    ['O’Brien', 'xx-o’br13n-xx'],
  ])('finds the name %s in %s', (name, password) => {
    expect(passwordFaults(password, policy, [name])).toEqual(['contains_user_name'])
  })

  test.each(['s1gnet-2024', 'xx$IGN3Txx', 'my5ignet7'])('finds the own word in %s', (password) => {
    expect(passwordFaults(password, policy, [])).toEqual(['contains_forbidden_word'])
  })

  test('refuses a short own word only as the whole password', () => {
    const short = { ...policy, minimumLength: 3, forbiddenWords: ['abc'] }
    expect(passwordFaults('4BC', short, [])).toEqual(['contains_forbidden_word'])
    expect(passwordFaults('abc rivers', short, [])).toEqual([])
  })

  // Guard: `containsWord` reads digits of an own word as digits, and letters as themselves.
  test.each([
    ['Ell1', 'Wellington-boots-52'],
    ['Lili', 'illiterate-parrots-7'],
    ['Elin', 'wellness-boots-7'],
    ['7000', 'tooo-many-lanterns'],
    ['a1b', 'a|b'],
    ['ail', 'all'],
  ])('takes no letters for the own word %s in %s', (word, password) => {
    const own = { ...policy, minimumLength: 3, forbiddenWords: [word] }
    expect(passwordFaults(password, own, [])).toEqual([])
  })

  test.each(['my-pass1-x', 'my-PA5SL-x', 'my-pä$sl-x', 'my-p@ss!-x', 'my-p@ss|-x'])(
    'finds the own word passl in %s, whatever stands in',
    (password) => {
      const own = { ...policy, forbiddenWords: ['Passl'] }
      expect(passwordFaults(password, own, [])).toEqual(['contains_forbidden_word'])
    },
  )

  test('names every fault at once', () => {
    expect(
      passwordFaults('signet', withClasses({ digit: 'REQUIRED', special: 'REQUIRED' }), ['sign']),
    ).toEqual([
      'too_short',
      'digit_required',
      'special_required',
      'contains_user_name',
      'contains_forbidden_word',
    ])
  })
})
