import { describe, expect, it } from 'vitest'
import { isExpected, parseResultPath, resultAt, resultItemsOf } from './connector-results.ts'
import {
  bodyTemplateFault,
  fillTemplate,
  fillUrl,
  TemplateRefused,
  urlTemplateFault,
} from './connector-templates.ts'
import { type ConnectorTemplates, connectorFaults } from './connectors.ts'

const of = (value: string) => ({ 'USER.userId': value })

describe('a filled template', () => {
  it.each([
    ['JSON', '{"u":"{{USER.userId}}"}', 'a"},{"b', '{"u":"a\\"},{\\"b"}'],
    ['JSON', '{"u":"{{USER.userId}}"}', 'a\nb\u2028\\', '{"u":"a\\nb\u2028\\\\"}'],
    ['FORM', 'u={{USER.userId}}&x=1', 'a&x=2 ü', 'u=a%26x%3D2%20%C3%BC&x=1'],
    ['URL', '/u/{{USER.userId}}', "a/b?c#d'()", '/u/a%2Fb%3Fc%23d%27%28%29'],
    ['HEADER', 'id {{USER.userId}}', 'José', 'id Jos%C3%A9'],
    ['TEXT', 'Hello {{USER.userId}}', 'a"b', 'Hello a"b'],
  ] as const)('writes values for %s', (place, template, value, filled) => {
    expect(fillTemplate(template, of(value), place)).toBe(filled)
  })

  it.each(['a\r\nX-Role: admin', 'a\u0000', 'a\u007f'])(
    'refuses a header value that would begin another header: %j',
    (value) => {
      expect(() => fillTemplate('{{USER.userId}}', of(value), 'HEADER')).toThrow(TemplateRefused)
    },
  )

  it('takes a value as it is, also one that looks like a placeholder', () => {
    const values = { 'USER.userId': '{{REQ.password}}', 'REQ.password': 'secret' }
    expect(fillTemplate('{{USER.userId}}', values, 'TEXT')).toBe('{{REQ.password}}')
  })

  it('leaves out what has no value, and never reads what objects inherit', () => {
    expect(fillTemplate('[{{USER.nobody}}{{USER.constructor}}]', {}, 'TEXT')).toBe('[]')
  })

  it('is rejected where its values are too long together', () => {
    const template = '{{USER.userId}}'.repeat(200)
    expect(fillTemplate(template, of('a'.repeat(4000)), 'TEXT')).toHaveLength(800_000)
    expect(() => fillTemplate(template, of('a'.repeat(6000)), 'TEXT')).toThrow(TemplateRefused)
  })
})

describe('a filled address', () => {
  it('keeps a value in its place', () => {
    expect(fillUrl('https://a.test/u/{{USER.userId}}/x', of('b/../c'))).toBe(
      'https://a.test/u/b%2F..%2Fc/x',
    )
  })

  it.each(['..', '.'])('refuses %j as a part of the path: it would be another address', (value) => {
    expect(() => fillUrl('https://a.test/u/{{USER.userId}}/x', of(value))).toThrow(TemplateRefused)
  })

  it.each([
    ['https://a.test/x?u={{USER.userId}}', null],
    ['https://a.test', null],
    ['https://{{USER.userId}}/x', 'url_invalid'],
    ['https://a.test{{USER.userId}}/x', 'url_invalid'],
    ['https://a.test:{{USER.userId}}/x', 'url_invalid'],
    ['https://a.test@{{USER.userId}}/', 'url_invalid'],
    ['https://me:secret@a.test/', 'url_invalid'],
    ['{{USER.userId}}', 'url_invalid'],
    ['ftp://a.test/x', 'url_invalid'],
    ['https://a.test/{{ENV.host}}', 'placeholder_invalid'],
  ])(
    'lets the administrator alone choose the host: %s',
    { meta: { covers: ['S25'] } },
    (template, fault) => {
      expect(urlTemplateFault(template)).toBe(fault)
    },
  )
})

describe('a JSON body', () => {
  it.each([
    ['{"u":"{{USER.userId}}"}', null],
    ['{"a":{"u":"x {{USER.userId}} y"}}', null],
    ['', null],
    ['{"n":{{USER.userId}}}', 'json_invalid'],
    ['{"u":"{{USER.userId}}}', 'json_invalid'],
    ['{"u":"\\{{USER.userId}}"}', 'json_invalid'],
    ['{"u":"{{user.userId}}"}', 'placeholder_invalid'],
  ])('has placeholders within texts alone: %s', (body, fault) => {
    expect(bodyTemplateFault(body, 'JSON')).toBe(fault)
  })
})

describe('a result', () => {
  const answer = { a: { b: [{ c: 'yes' }], 'd e': 7 }, ok: true, none: null }

  it.each([
    ['$.a.b[0].c', 'yes'],
    ['$.a["d e"]', '7'],
    ['$.ok', 'true'],
    ['$.none', null],
    ['$.a', null],
    ['$.a.b.length', null],
    ['$.constructor', null],
    ['$.a.b[1].c', null],
  ])('is read at %s', (path, value) => {
    expect(resultAt(answer, path)).toBe(value)
  })

  it.each(['a', '$..a', '$.a[*]', '$[-1]', '$.a[', `$${'.a'.repeat(200)}`])(
    'is not looked for at %s',
    (path) => {
      expect(parseResultPath(path)).toBeNull()
    },
  )

  it('is listed with the path that reads it', () => {
    const items = resultItemsOf(answer)
    expect(items).toContainEqual({ path: '$.a["d e"]', value: '7' })
    for (const { path, value } of items) expect(resultAt(answer, path)).toBe(value)
  })

  it('is listed within bounds however deep or wide the answer is', () => {
    let deep: unknown = 'end'
    for (let level = 0; level < 5000; level += 1) deep = { a: deep }
    expect(resultItemsOf(deep)).toEqual([])
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, at]))
    expect(resultItemsOf(wide)).toHaveLength(200)
  })

  it('says yes by the status and by every value that is named', () => {
    const expected = { statuses: [200], items: [{ path: '$.ok', equals: 'true' }] }
    expect(isExpected(expected, { status: 200, answer })).toBe(true)
    expect(isExpected(expected, { status: 201, answer })).toBe(false)
    expect(isExpected(expected, { status: 200, answer: { ok: 'false' } })).toBe(false)
    expect(isExpected(expected, { status: 200, answer: undefined })).toBe(false)
  })
})

describe('a connector', () => {
  const connector: ConnectorTemplates = {
    url: 'https://a.test/{{USER.userId}}',
    authType: 'None',
    user: '',
    keyName: '',
    headers: [],
    secrets: [],
    contentType: 'application/json',
    body: '{"p":"{{REQ.password}}"}',
    statuses: [200],
    resultItems: [{ path: '$.ok', equals: 'true' }],
  }
  const faults = (change: Partial<ConnectorTemplates>) =>
    connectorFaults('PASSTHROUGH', { ...connector, ...change }).map(
      ({ path, message }) => `${path} ${message}`,
    )

  it.each<[string, Partial<ConnectorTemplates>, readonly string[]]>([
    ['nothing wrong', {}, []],
    ['another use’s placeholder', { body: '{"c":"{{REQ.code}}"}' }, ['body placeholder_unknown']],
    [
      'a named secret',
      { body: '{"k":"{{SECRET.key}}"}', secrets: [{ name: 'key', value: null }] },
      [],
    ],
    [
      'a secret that is not named',
      { url: 'https://a.test/?k={{SECRET.key}}' },
      ['url placeholder_unknown'],
    ],
    [
      'names of secrets',
      {
        secrets: [
          { name: 'a b', value: 'x' },
          { name: 'key', value: 'x' },
          { name: 'Key', value: 'x' },
        ],
      },
      ['secrets.0.name secret_name_invalid', 'secrets.2.name secret_name_invalid'],
    ],
    ['another status than 200', { statuses: [200, 204] }, ['statuses only_200']],
    ['nothing that the answer must say', { resultItems: [] }, ['resultItems value_needed']],
    [
      'a header of the connection’s own',
      { headers: [{ name: 'Host', value: 'b.test' }] },
      ['headers.0.name header_invalid'],
    ],
    [
      'a header that is none',
      { headers: [{ name: 'a b', value: 'x' }] },
      ['headers.0.name header_invalid'],
    ],
    ['no user for Basic', { authType: 'Basic' }, ['user errors.isRequired']],
    ['no header for a key', { authType: 'API Key' }, ['keyName header_invalid']],
  ])('is judged: %s', (_name, change, expected) => {
    expect(faults(change)).toEqual(expected)
  })
})
