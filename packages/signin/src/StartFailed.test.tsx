import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { button, exits, heading, stand } from '../testing/open-page.tsx'
import { refuse } from '../testing/service.ts'
import { begin } from './boot.ts'
import { StartFailed } from './StartFailed.tsx'
import { LanguageProvider } from './texts/language.tsx'
import { loadTexts } from './texts/load-texts.ts'

const openFailed = async (): Promise<void> => {
  const error = await begin(undefined).then(
    () => null,
    (failure: unknown) => failure,
  )
  render(
    <LanguageProvider first={await loadTexts('en')}>
      <StartFailed error={error} />
    </LanguageProvider>,
  )
}

describe('a start without the tenant', () => {
  it('offers to refresh where the service is not reached', {
    meta: { covers: ['shell.theme-failure'] },
  }, async () => {
    stand.service.on(readSubscriber, () => {
      throw new TypeError('Failed to fetch')
    })
    await openFailed()
    await heading('No connection')
    await userEvent.click(await button('Refresh'))
    expect(exits).toEqual(['reload'])
  })

  it('says so where there is no tenant at this address', async () => {
    stand.service.on(readSubscriber, () => refuse({ status: 404, code: 'hostname_not_found' }))
    await openFailed()
    await heading('Page not found')
    expect(document.body.textContent).toContain('There is no account at this address.')
  })
})
