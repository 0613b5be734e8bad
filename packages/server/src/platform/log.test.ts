import { describe, expect, test } from 'vitest'
import { cpuMillis } from '../../testing/cpu-time.ts'
import { createLog, type Log, type LogOptions } from './log.ts'

const logLines = (write: (log: Log) => void, level: LogOptions['level'] = 'debug') => {
  const lines: string[] = []
  write(createLog({ level, destination: { write: (line) => void lines.push(line) } }))
  return lines
}

const textLines = (write: (log: Log) => void): string => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  write(createLog({ level: 'debug', format: 'text', destination }))
  return lines.join('')
}

const only = (write: (log: Log) => void): Record<string, unknown> => {
  const lines = logLines(write)
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/)
  return JSON.parse(lines[0] ?? '')
}

describe('the log', () => {
  test('writes one JSON line with level, time and message', () => {
    const line = only((log) => log.info({ requestId: 'r1' }, 'ready'))
    expect(line).toMatchObject({ level: 'info', requestId: 'r1', msg: 'ready' })
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  test('leaves out what lies below its level', () => {
    const write = (log: Log) => {
      log.debug({}, 'one')
      log.info({}, 'two')
      log.warn({}, 'three')
      log.child({}).error({}, 'four')
    }
    expect(logLines(write, 'warn')).toHaveLength(2)
    expect(logLines(write, 'silent')).toHaveLength(0)
  })

  test('carries the fields of a child', () => {
    const line = only((log) =>
      log.child({ requestId: 'r1' }).child({ tenantId: 't1' }).info({}, 'm'),
    )
    expect(line).toMatchObject({ requestId: 'r1', tenantId: 't1' })
  })

  test.each(['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\u001b[2K', '\u0000'])(
    'takes %j out of messages, names and values',
    { meta: { covers: ['S32'] } },
    (control) => {
      const forged = `a${control}{"level":"error"}`
      const text = logLines((log) =>
        log.child({ [forged]: forged }).info({ [forged]: { [forged]: [forged] } }, forged),
      ).join('')
      expect(text.trimEnd()).not.toContain(control)
      expect(text.trimEnd()).not.toContain(JSON.stringify(control).slice(1, -1))
      expect(Object.keys(JSON.parse(text))).not.toContain('level":"error')
    },
  )

  test('takes secrets out, by the name of the field and by their look', {
    meta: { covers: ['S5'] },
  }, () => {
    // Guard: cleanRecord and cleanText.
    const hidden = 'canary-3f9a'
    const secrets = {
      password: hidden,
      clientSecret: hidden,
      body: { code: hidden, list: [{ apiKey: hidden }] },
      headers: { authorization: hidden, cookie: hidden },
    }
    const text = logLines((log) => {
      log.child(secrets).info(secrets, `sent Bearer ${hidden}-and-more`)
      log.info(
        { url: `https://user:${hidden}@host.example/`, err: new Error(`Basic ${hidden}`) },
        '',
      )
    }).join('')
    expect(text).not.toContain(hidden)
    expect(text).toContain('host.example')
  })

  test.each([
    ['alone', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl'],
    ['without a signature', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.'],
    ['behind dots and dashes', 'a.b-c.eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl'],
    ['in an address', 'https://a.example/?t=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl&u=1'],
  ])('takes a token out, %s', { meta: { covers: ['S5'] } }, (_where, text) => {
    const { msg } = only((log) => log.info({}, `seen ${text} here`))
    expect(msg).toMatch(/^seen .*\[redacted\].* here$/)
    expect(msg).not.toMatch(/eyJ|c2ln/)
  })

  test('keeps names with dots and dashes', () => {
    const text = 'node-1.eu-central.signet.example-host.internal, eyJ, version-1.2.3-beta.4'
    expect(only((log) => log.info({}, text)).msg).toBe(text)
  })

  test.each(['eyJ-', 'eyJaaaaaaaa.', 'Bearer ', '://a:', 'x@'])(
    'reads a line full of %j once',
    async (text) => {
      const values = Array.from({ length: 90 }, () => text.repeat(2000))
      expect(await cpuMillis(() => logLines((log) => log.info({ values }, 'm')))).toBeLessThan(250)
    },
  )

  test('keeps a forged field name from closing the line', { meta: { covers: ['S32'] } }, () => {
    const forged = { 'x":1,"level":"error","y': { 'x":1},"level":"error","y': 1 } }
    const line = only((log) => log.child(forged).info(forged, 'm'))
    expect(line.level).toBe('info')
  })
})

test.each(['level', 'time', 'msg'])(
  'a field named %s does not stand in for the line’s own',
  (name) => {
    const lines = logLines((log) => log.child({ [name]: 'forged' }).info({ [name]: 'forged' }, 'm'))
    expect(lines.join('').match(new RegExp(`"${name}":`, 'g'))).toHaveLength(1)
    expect(JSON.parse(lines.join(''))[name]).not.toBe('forged')
  },
)

describe('the log as text', () => {
  test('is a line of time, level, message and fields', () => {
    const text = textLines((log) =>
      log.child({ requestId: 'r-1' }).info({ count: 3, note: 'two words' }, 'Ready to go'),
    )
    expect(text).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d INFO {2}Ready to go requestId=r-1 count=3 note="two words"\n$/,
    )
  })

  test('has the stack of an error below its line', () => {
    const [first, ...stack] = textLines((log) => log.error({ err: new Error('outer') }, 'failed'))
      .trimEnd()
      .split('\n')
    expect(first).toMatch(/ ERROR failed err=\{"message":"outer","type":"Error"\}$/)
    expect(stack[0]).toBe('    Error: outer')
  })

  test('is cleaned before: no secret, and no line that a value has made', {
    meta: { covers: ['S5', 'S32'] },
  }, () => {
    const forged = 'a\n2026-01-01 00:00:00 ERROR forged\u2028b'
    const text = textLines((log) =>
      log.child({ [forged]: forged }).warn({ password: 'canary-7f3a', list: [forged] }, forged),
    )
    expect(text).not.toContain('canary-7f3a')
    expect(text.trimEnd().split(/[\r\n\u2028\u2029]/)).toHaveLength(1)
  })

  test('is written on a terminal alone, unless it is asked for', () => {
    const lines = logLines((log) => log.info({}, 'm'))
    expect(JSON.parse(lines.join(''))).toMatchObject({ msg: 'm' })
  })
})

describe('secrets in the log', () => {
  test.each([
    'authorization',
    'Cookie',
    'set-cookie',
    'password',
    'newPassword',
    'accessToken',
    'client_secret',
    'clientSecret',
    'apiKey',
    'api_key',
    'otp',
    'code',
    'pin',
    'seed',
    'dpop',
    'privateKey',
    'masterKey',
  ])('are taken out by the name %s, at any depth', (name) => {
    const secret = 'canary-7f3a'
    const fields = { [name]: secret, deep: { list: [{ [name]: { value: secret } }] } }
    const lines = logLines((log) => log.child({ [name]: secret }).info(fields, 'm'))
    expect(lines.join('')).not.toContain(secret)
  })

  test.each([
    'Authorization: Bearer abcdefgh.canary-7f3a',
    'DPoP canary-7f3a-canary',
    'got eyJhbGciOiJFUzI1NiJ9.canary-7f3a.canary-7f3a back',
    'postgres://signet:canary-7f3a@db:5432/signet',
  ])('are taken out by their look: %s', (text) => {
    const error = new Error(text, { cause: new Error(text) })
    const lines = logLines((log) => log.error({ err: error, text }, text))
    expect(lines.join('')).not.toContain('canary-7f3a')
  })

  test('leave the rest of an error readable', () => {
    const cause = Object.assign(new TypeError('inner'), { code: 'EINNER' })
    const line = only((log) => log.error({ err: new Error('outer', { cause }) }, 'failed'))
    expect(line.err).toMatchObject({
      type: 'Error',
      message: 'outer',
      cause: { type: 'TypeError', message: 'inner', code: 'EINNER' },
    })
  })

  test('are not told by the bytes of a buffer', () => {
    const line = only((log) => log.info({ bytes: Buffer.from('canary') }, 'm'))
    expect(line.bytes).toBe('[6 bytes]')
  })
})

test('a value that holds itself, or is huge, still makes one bounded line', () => {
  const round: Record<string, unknown> = { many: Array.from({ length: 10_000 }, () => 'x') }
  for (let index = 0; index < 50; index += 1) round[`self${index}`] = round
  const lines = logLines((log) => log.info({ round, text: 'x'.repeat(1_000_000) }, 'm'))
  expect(lines).toHaveLength(1)
  expect(lines[0]?.length).toBeLessThan(100_000)
})
