import {
  readWeChatSettings,
  updateWeChatSettings,
  weChatFamily,
} from '@signet/contract/settings/wechat'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { WeChatForm } from './WeChatForm.tsx'

const kept = { ...weChatFamily.defaults, secretsPresent: [] }

const show = () => {
  const asked = serve(
    answering(readWeChatSettings, () => kept),
    answering(updateWeChatSettings, () => kept),
  )
  const element = (
    <main>
      <h1>WeChat</h1>
      <WeChatForm />
    </main>
  )
  const routes = [{ path: '/', element }]
  return { ...renderRoutes(routes, { at: '/', session: buildConsoleSession() }), asked }
}

describe('the official account', () => {
  it('is saved with the secrets that were typed, and with no others', async () => {
    const { user, asked } = show()
    await user.type(await screen.findByLabelText(/App ID/), 'wx-app')
    await user.type(screen.getByLabelText(/App secret/), 'a-secret')
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === updateWeChatSettings)?.body).toMatchObject({
        appId: 'wx-app',
        secrets: { appSecret: 'a-secret' },
      }),
    )
  })

  it('is not switched on without its names', async () => {
    const { user, asked } = show()
    await user.click(await screen.findByLabelText(/People may link their account/))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(screen.getByLabelText(/App ID/)).toHaveProperty('ariaInvalid', 'true'),
    )
    expect(asked.some(({ endpoint }) => endpoint === updateWeChatSettings)).toBe(false)
  })
})
