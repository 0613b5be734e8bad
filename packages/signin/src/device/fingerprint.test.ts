import type { UserMachineSettings } from '@signet/contract/authenticators/machines'
import { deviceAttributes, machineIdForm } from '@signet/rules/device-fingerprint'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { takeFingerprint } from './fingerprint.ts'

const settings = (change: Partial<UserMachineSettings> = {}): UserMachineSettings => ({
  enabled: true,
  sparesSecondFactor: true,
  lifeDays: 30,
  fingerprintRequired: true,
  waitMillis: 4000,
  attributes: { desktop: ['platform', 'timeZone', 'languages'], mobile: ['platform'] },
  ...change,
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the fingerprint', () => {
  it('is 32 bytes in hexadecimal, separated by colons', {
    meta: { covers: ['login.fingerprint-when-required'] },
  }, async () => {
    const taken = await takeFingerprint(settings(), 'a-nonce')
    expect(taken?.machineId).toMatch(machineIdForm)
    expect(Object.keys(taken?.attributes ?? {})).toEqual(['platform', 'timeZone', 'languages'])
  })

  it('is the same for the same browser, and another under another nonce', async () => {
    const [one, again, other] = await Promise.all([
      takeFingerprint(settings(), 'a-nonce'),
      takeFingerprint(settings(), 'a-nonce'),
      takeFingerprint(settings(), 'another-nonce'),
    ])
    expect(again).toEqual(one)
    expect(other?.attributes.timeZone).not.toBe(one?.attributes.timeZone)
  })

  it('asks for neither cookies nor storage', {
    meta: { covers: ['fingerprint.exclusions'] },
  }, async () => {
    const cookie = vi.spyOn(Document.prototype, 'cookie', 'get')
    const stored = vi.spyOn(Storage.prototype, 'getItem')
    await takeFingerprint(
      settings({ attributes: { desktop: [...deviceAttributes], mobile: [] } }),
      'a-nonce',
    )
    expect(cookie).not.toHaveBeenCalled()
    expect(stored).not.toHaveBeenCalled()
    expect(deviceAttributes.filter((name) => /cookie|flash|storage/i.test(name))).toEqual([])
  })

  it('leaves out what a browser does not tell', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockImplementation(() => {
      throw new Error('not told')
    })
    const taken = await takeFingerprint(settings(), 'a-nonce')
    expect(Object.keys(taken?.attributes ?? {})).toEqual(['platform', 'timeZone'])
  })

  it('is not waited for longer than four seconds, whatever the service says', {
    meta: { covers: ['fingerprint.wait', 'constant:fingerprint.default-wait'] },
  }, async () => {
    vi.useFakeTimers()
    vi.spyOn(crypto.subtle, 'digest').mockReturnValue(new Promise(() => {}))
    let taken: unknown = 'waiting'
    void takeFingerprint(settings({ waitMillis: 60_000 }), 'a-nonce').then((value) => {
      taken = value
    })
    await vi.advanceTimersByTimeAsync(3999)
    expect(taken).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(taken).toBeNull()
  })

  it.each([
    ['nobody asks for it', settings({ fingerprintRequired: false }), 'a-nonce'],
    ['no browser is remembered', settings({ enabled: false }), 'a-nonce'],
    ['the browser has no name', settings(), null],
    ['the service told nothing', null, 'a-nonce'],
  ])('is not taken where %s', async (_, given, nonce) => {
    expect(await takeFingerprint(given, nonce)).toBeNull()
  })
})
