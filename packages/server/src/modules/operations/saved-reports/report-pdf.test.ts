import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { runsOf } from '../../../platform/pdf/fonts.ts'
import { reportPdf } from './report-pdf.ts'
import { cellWords, filterWords } from './report-words.ts'

const at = new Date('2026-11-21T05:30:00Z')
const berlin = { locale: 'de', timeZone: 'Europe/Berlin' }
const heading = {
  title: 'Report',
  company: 'Acme',
  from: at,
  until: at,
  filter: '',
  madeAt: at,
  reader: berlin,
}

const printed = async (cells: readonly string[]): Promise<string> => {
  const table = { columns: cells.map(() => 'userName'), rows: [cells], truncated: false }
  return (await reportPdf(table, heading)).toString('latin1')
}

const fontsIn = (pdf: string): readonly string[] =>
  [...pdf.matchAll(/\/BaseFont \/[A-Z]+\+([A-Za-z-]+)/g)].map(([, name = '']) => name)

/** What readers copy and search: the letters of each font, as its ToUnicode map has them. */
const lettersIn = (pdf: string): string => {
  const streams = [...pdf.matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(
    ([, content = '']) => {
      try {
        return [inflateSync(Buffer.from(content, 'latin1')).toString('latin1')]
      } catch {
        return []
      }
    },
  )
  const maps = streams.filter((stream) => stream.includes('begincmap')).join('\n')
  const codes = [...maps.matchAll(/<([0-9a-f]{4,})>/g)].map(([, code = '']) => code)
  return codes.map((code) => Buffer.from(code, 'hex').swap16().toString('utf16le')).join('')
}

describe('a printed report', () => {
  it.each([
    ['Turkish', 'İıŞşĞğ', 'NotoSans-Regular'],
    ['Polish', 'Łódź', 'NotoSans-Regular'],
    ['Russian', 'Отчёт', 'NotoSans-Regular'],
    ['Greek', 'Ελλάδα', 'NotoSans-Regular'],
    ['Vietnamese', 'Nguyễn', 'NotoSans-Regular'],
    ['Thai', 'รายงานที่', 'NotoSansThai'],
    ['Japanese', '大和サインイン', 'DroidSansFallback'],
    ['simplified Chinese', '登录报告', 'DroidSansFallback'],
    ['traditional Chinese', '臺灣報告', 'DroidSansFallback'],
    ['Korean', '로그인보고서', 'DroidSansFallback'],
  ])('holds %s as letters that can be read and found', async (_, text, font) => {
    const pdf = await printed([text])
    expect(fontsIn(pdf).some((name) => name.startsWith(font))).toBe(true)
    const letters = lettersIn(pdf)
    expect([...text].filter((letter) => !letters.includes(letter))).toEqual([])
  })

  it('brings only the letters that it shows', async () => {
    expect((await printed(['大和', 'Отчёт'])).length).toBeLessThan(100_000)
  })

  it('speaks the language of its reader and goes by their clock', () => {
    expect(cellWords(berlin, 'eventTime', at)).toBe('21 Nov. 2026 06:30:00 MEZ')
    expect(cellWords({ locale: 'en', timeZone: 'UTC' }, 'outcome', 'DENIED')).toBe('Refused')
    expect(cellWords(berlin, 'action', 'A_NEWER_ONE')).toBe('A_NEWER_ONE')
  })

  it('says what it is narrowed by, every part of it', async () => {
    const english = { locale: 'en', timeZone: 'UTC' }
    const filter = {
      actions: ['AUTHENTICATION'],
      outcome: 'DENIED',
      entityType: 'USERS',
      address: '203.0.113.7',
      country: 'CH',
      actorId: 'actor-1',
      entityId: 'entity-1',
      requestId: 'request-1',
      text: 'gra',
    }
    const told = filterWords(english, filter)
    expect(told).toMatch(/^Filter: /)
    for (const part of [
      'Refused',
      '203.0.113.7',
      'Switzerland',
      'actor-1',
      'entity-1',
      'request-1',
      'gra',
    ]) {
      expect(told).toContain(part)
    }
    expect(filterWords(english, { country: 'ZZ' })).toBe('Filter: Unknown')
    expect(filterWords(english, {})).toBe('')
    const table = { columns: ['userName'], rows: [['a']], truncated: false }
    const pdf = await reportPdf(table, { ...heading, filter: 'ẞŴ' })
    expect(lettersIn(pdf.toString('latin1'))).toContain('Ŵ')
  })
})

describe('a line', () => {
  it('is parted by the fonts that have its letters, and marks what none has', () => {
    expect(runsOf('Zoë 大和 Ä \u{1F600}\u0007', false)).toEqual([
      { text: 'Zoë ', font: 'regular' },
      { text: '大和 ', font: 'eastAsian' },
      { text: 'Ä ? ', font: 'regular' },
    ])
  })
})
