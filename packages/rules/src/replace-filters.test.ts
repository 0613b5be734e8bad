import { expect, test } from 'vitest'
import { Budget, TooManySteps } from './patterns/budget.ts'
import { matchingOfAnAnswer } from './patterns.ts'
import { applyReplaceFilter, isReplaceFilter, parseReplaceFilter } from './replace-filters.ts'

const apply = (expression: string, value: string) => {
  const filter = parseReplaceFilter(expression)
  if (filter === null) throw new Error(`${expression} is no replace filter`)
  return applyReplaceFilter(filter, value)
}

test('rewrites the values that the filter finds', () => {
  const expression = '.filter(@example).matcher(@.*$).replace(@corp.example).end()'
  expect(apply(expression, 'ann@example.com')).toBe('ann@corp.example')
})

test('leaves the values that the filter does not find', () => {
  expect(apply('.filter(^x).matcher(a).replace(b).end()', 'banana')).toBe('banana')
})

test('puts groups into the replacement', () => {
  expect(apply('.filter(.*).matcher((\\w+) (\\w+)).replace($2, $1).end()', 'Ann Lee')).toBe(
    'Lee, Ann',
  )
})

test('deletes with an empty replacement', () => {
  expect(apply('.filter(.*).matcher(\\s).replace().end()', 'a b c')).toBe('abc')
})

test('gives no value that is too long or too costly for its filter or its matcher', () => {
  const long = 'a'.repeat(4096)
  const costly = `(a(?:${'.*'.repeat(150)})b|a)`
  expect(apply('.filter(x).matcher(a).replace(b).end()', `${long}a`)).toBeNull()
  expect(apply(`.filter(${costly}$).matcher(a).replace(b).end()`, long)).toBeNull()
  expect(apply(`.filter(a).matcher(${costly}).replace(b).end()`, long)).toBeNull()
  expect(apply('.filter(a).matcher(a).replace(b).end()', long)).toBe('b'.repeat(4096))
})

test('gives what the values before it left of the work for one answer', () => {
  const filter = parseReplaceFilter(`.filter(a(?:${'.*'.repeat(40)})b).matcher(a).replace(c).end()`)
  const long = 'a'.repeat(2000)
  const work = matchingOfAnAnswer()
  const results = Array.from({ length: 100 }, () =>
    filter === null ? '' : applyReplaceFilter(filter, long, work),
  )
  expect(results[0]).toBe(long)
  expect(results.at(-1)).toBeNull()
  expect(work.taken).toBeLessThan(20_000_000)
})

test('charges the whole for the steps of each part', () => {
  const whole = new Budget(5)
  new Budget(3, whole).charge(3)
  expect(() => new Budget(3, whole).charge(3)).toThrow(TooManySteps)
  expect(() => new Budget(1, new Budget(9)).charge(2)).toThrow(TooManySteps)
})

test.each([
  '.filter((?:(?:(?:){200}){200}){200}a).matcher(a).replace(b).end()',
  '.filter().matcher(a).replace(b).end()',
  '.filter(a).matcher().replace(b).end()',
  '.filter(a).matcher(a).replace().end',
  '.filter(a).matcher(a).replace(.end()',
  `.filter(${'a'.repeat(3000)}).matcher(a).replace(b).end()`,
])('refuses %s', (expression) => {
  expect(isReplaceFilter(expression)).toBe(false)
})
