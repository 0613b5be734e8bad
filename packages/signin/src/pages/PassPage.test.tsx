import { claimGooglePass, readFlashPassClaim } from '@signet/contract/issuance/flash-passes'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { heading, left, openPage, press, stand } from '../../testing/open-page.tsx'
import { refuse } from '../../testing/service.ts'

const enrollmentId = '0190f3c2-0000-7000-8000-000000000001'
const claimToken = 'AAAAAAAAAAAAAAAAAAAAAA'
const at = `/pass/${enrollmentId}/${claimToken}`
const save = 'https://pay.google.com/gp/v/save/x'

const onPhone = (userAgent: string): void => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
}

beforeEach(() => {
  stand.service.on(readFlashPassClaim, () => ({
    companyName: 'Acme',
    title: 'Campus',
    wallets: ['APPLE' as const, 'GOOGLE' as const],
    expiresAt: '2027-01-04T09:05:00.000Z',
  }))
  stand.service.on(claimGooglePass, () => ({ uri: save }))
})
afterEach(() => vi.restoreAllMocks())

describe('the link to a pass', () => {
  it('uses nothing up by being opened, and offers every wallet where there is no phone', async () => {
    await openPage(at)
    await heading('Your pass of Acme')
    expect(screen.getByText(/Campus can be put into the wallet/)).toBeTruthy()
    expect(screen.getByText(/Open this page on your phone/)).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /Add to/ })).toHaveLength(2)
    expect(stand.service.callsOf(readFlashPassClaim)[0]?.body).toEqual({ enrollmentId, claimToken })
    expect(stand.service.callsOf(claimGooglePass)).toHaveLength(0)
  })

  it('offers an Android phone its own wallet alone, and leads there', async () => {
    onPhone('Mozilla/5.0 (Linux; Android 15; Pixel 9)')
    const page = await openPage(at)
    await heading('Your pass of Acme')
    expect(screen.queryByRole('button', { name: 'Add to Apple Wallet' })).toBeNull()
    await press(page, 'Add to Google Wallet')
    expect(await left()).toBe(save)
    await heading('The pass is on its way')
  })

  it('opens the file on an iPhone', async () => {
    onPhone('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
    const page = await openPage(at)
    await heading('Your pass of Acme')
    expect(screen.queryByRole('button', { name: 'Add to Google Wallet' })).toBeNull()
    await press(page, 'Add to Apple Wallet')
    const [method, path] = String(await left()).split(' ')
    // A link that is only opened uses nothing up.
    expect(method).toBe('POST')
    const address = new URL(path ?? '', location.origin)
    expect(address.pathname).toBe('/api/web/v1/mobileFlashPass/downloads/apple')
    expect(JSON.parse(address.searchParams.get('enrollmentTokenJson') ?? '')).toEqual({
      enrollmentId,
      claimToken,
    })
  })

  it('says that the file could not be made, where the service led back', async () => {
    await openPage(`${at}?failed`)
    await heading('Your pass of Acme')
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not be made/)
  })

  it('that was used says so', async () => {
    const code = 'ISSUANCE_FLASH_PASS_LINK_INVALID'
    stand.service.on(readFlashPassClaim, () => refuse({ status: 404, code }))
    await openPage(at)
    expect(await heading('This link is no longer good')).toBeDefined()
  })

  it('stays where the wallet fails', async () => {
    onPhone('Mozilla/5.0 (Linux; Android 15; Pixel 9)')
    const code = 'ISSUANCE_FLASH_PASS_WALLET_FAILED'
    stand.service.on(claimGooglePass, () => refuse({ status: 502, code }))
    const page = await openPage(at)
    await heading('Your pass of Acme')
    await press(page, 'Add to Google Wallet')
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not be made/)
  })
})
