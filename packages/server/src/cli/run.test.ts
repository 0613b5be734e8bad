import { describe, expect, it } from 'vitest'
import { signet } from '../../testing/cli/told.ts'
import { commands } from './commands.ts'

describe('the command line', () => {
  it.each([[[]], [['nothing']], [['audit']], [['key', 'lose']]])(
    'tells its commands to whoever calls %j, as a wrong call',
    async (words) => {
      const { status, said, warned } = await signet({}, ...words)
      expect([status, said]).toEqual([2, ''])
      for (const { name } of commands) expect(warned).toContain(`  ${name}`)
    },
  )

  it.each([[['help']], [['--help']], [['-h']]])('tells them for %j', async (words) => {
    const { status, said } = await signet({}, ...words)
    expect(status).toBe(0)
    for (const { name, summary } of commands)
      expect(said).toMatch(new RegExp(`${name}.*${summary[0]}`))
  })

  it.each(commands.map((command) => [command.name, command] as const))(
    'explains %s',
    async (name, { operands, options = {}, summary, details }) => {
      const asked = [
        ['help', ...name.split(' ')],
        [...name.split(' '), '--help'],
      ]
      for (const words of asked) {
        const { status, said } = await signet({}, ...words)
        expect(status).toBe(0)
        for (const part of [...operands, summary, ...details]) expect(said).toContain(part)
        for (const option of Object.keys(options)) expect(said).toContain(`--${option}`)
      }
    },
  )

  it.each([
    [['backup'], 'FILE is missing'],
    [['backup', 'one', 'two'], '"two" is more than expected'],
    [['backup', '--all', 'one'], "Unknown option '--all'"],
    [['audit', 'export', 'one', '--from'], "'--from <value>' argument missing"],
  ])('refuses the call %j', async (words, reason) => {
    const { status, warned } = await signet({}, ...words)
    expect(status).toBe(2)
    expect(warned).toContain(reason)
    expect(warned).toContain('usage: npm run signet -- ')
  })

  it.each([
    [['backup', 'x'], { SIGNET_DATA: '/nonexistent/data' }, 'There is no database in'],
    [['audit', 'export', 'x'], { SIGNET_DATA: '/nonexistent/data' }, 'There is no database in'],
    [['backup', 'x'], { SIGNET_DATABASE_URL: 'postgres://a@127.0.0.1:1/b' }, 'DATABASE_OWNER_URL'],
    [
      ['backup', 'x'],
      { SIGNET_DATABASE_OWNER_URL: 'postgres://a@127.0.0.1:1/b' },
      'does not answer',
    ],
    [['backup', 'x'], { SIGNET_DATEN: '1' }, 'did you mean SIGNET_DATA?'],
    [['audit', 'verify', '/nonexistent'], {}, 'cannot be read (ENOENT)'],
    [['audit', 'export', 'x', '--from', 'then'], {}, '--from then is no day'],
    [['key', 'export', 'x'], { SIGNET_DATA: '/nonexistent/data' }, 'There is no master key here'],
    [['key', 'import', '/nonexistent'], { SIGNET_DATA: '/nonexistent/data' }, 'cannot be read'],
    [['key', 'rotate-master', '--finish'], { SIGNET_DATA: '/nonexistent/data' }, 'leave NEWFILE'],
  ])('refuses %j with %j in one sentence', async (words, environment, reason) => {
    const { status, said, warned } = await signet(environment, ...words)
    expect([status, said]).toEqual([1, ''])
    expect(warned).toContain(reason)
    expect(warned).not.toContain('\n')
  })
})
