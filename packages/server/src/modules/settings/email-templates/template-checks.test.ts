import { longestBody } from '@signet/rules/email-templates'
import { expect, test } from 'vitest'
import { cpuMillis } from '../../../../testing/cpu-time.ts'
import { cleanMail } from './clean-mail.ts'
import { contextFault } from './contexts.ts'
import { fillHtml, fillText } from './fill.ts'
import { sourceFault } from './source-fault.ts'

const times = (text: string): string => text.repeat(Math.floor(longestBody / text.length))

test.each([
  ['tags without an end', times('<mj-text ')],
  ['a name without an end', `<mj${'-'.repeat(longestBody)}`],
  ['many empty tags on many lines', times('<mj-text/>\n')],
  ['many tags that close', times('<mj-text></mj-text>\n')],
])('the check of MJML reads the longest body once: %s', async (_case, mjml) => {
  expect(await cpuMillis(() => sourceFault(mjml))).toBeLessThan(300)
})

test.each([
  ['comments without an end', times('<!--')],
  ['styles without an end', times('<style>')],
  ['tags without an end', times('<p ')],
  ['a tag of one long name', `<p ${'a-'.repeat(longestBody)}>`],
  ['an attribute without an end', `<p ${times('a="')}>`],
])('the check of HTML reads the longest body once: %s', async (_case, html) => {
  expect(await cpuMillis(() => contextFault(html, new Map()))).toBeLessThan(300)
})

test('values fill a mail up to a bound, however often a template names them', () => {
  const variables = new Map([
    ['brand', 'mark' as const],
    ['footer', 'lines' as const],
  ])
  const values = { brand: 'x'.repeat(400_000), footer: 'y' }
  const filled = fillHtml(`{{footer}}${'{{brand}}'.repeat(100)}`, values, variables)
  expect(filled.startsWith('yxxx')).toBe(true)
  expect(filled.length).toBeLessThanOrEqual(2_000_000)
  expect(fillText('{{footer}}'.repeat(60), { footer: 'y'.repeat(50_000) }, variables).length).toBe(
    2_000_000,
  )
})

test('cleaning keeps tables written for Outlook, and nothing else written for it', () => {
  const outlook = (inner: string): string => `<!--[if mso | IE]>${inner}<![endif]-->`
  const table = outlook('<table width="600"><tr><td>')
  const clean = cleanMail(`<p>a</p>${table}<p>b</p>${outlook('<img src="x">')}<p>c</p>`, 'en')
  expect(clean).toContain(`<p>a</p>${table}<p>b</p><p>c</p>`)
})

test('a tag is checked whose attribute holds the beginning of another', () => {
  expect(sourceFault('<mj-include path="<mj-text">')).toBe(
    'Line 1: <mj-include> is not a component to use here.',
  )
})

test('what has no end may hold no variable', () => {
  const variables = new Map([['name', 'text' as const]])
  expect(contextFault('<p>{{name}}</p>', variables)).toBeNull()
  expect(contextFault('<p>a</p><!-- {{name}}', variables)).toContain('a comment')
  expect(contextFault('<style>a{}</style ><p>{{name}}</p>', variables)).toContain('a style')
  expect(contextFault('<p title="{{name}}', variables)).toContain('a tag')
})
