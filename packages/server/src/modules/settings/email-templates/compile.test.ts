import { expect, it } from 'vitest'
import { ApiError } from '../../../kit/errors.ts'
import { compileMjml, ownTemplates } from './compile.ts'

const mail = (content: string): string =>
  `<mjml><mj-body><mj-section>${content}</mj-section></mj-body></mjml>`
const long = mail('<mj-column><mj-text>x</mj-text></mj-column>'.repeat(400))
const short = mail('<mj-column><mj-text>Hello</mj-text></mj-column>')

it('rejects further templates of a tenant that has many waiting, and compiles those of others', async () => {
  const order: string[] = []
  const compiled = async (key: string, body: string) => {
    await compileMjml(body, 'en', key)
    order.push(key)
  }
  const many = await Promise.all([
    ...Array.from({ length: 30 }, () =>
      compiled('busy', long).catch((error: unknown) =>
        error instanceof ApiError ? error.code : 'other',
      ),
    ),
    compiled('quiet', short),
    compiled(ownTemplates, short),
  ])
  expect(many.filter((code) => code === 'too_many_requests')).toHaveLength(19)
  expect(order.indexOf('quiet')).toBeLessThan(3)
  expect(order.indexOf(ownTemplates)).toBeLessThan(4)
})

it('rejects a template whose HTML is longer than an email may be', async () => {
  const outcome = await compileMjml(mail('<mj-column/>'.repeat(5000)), 'en', 'large')
  expect(outcome).toEqual({ fault: 'The email is longer than 500 KB of HTML.' })
})
