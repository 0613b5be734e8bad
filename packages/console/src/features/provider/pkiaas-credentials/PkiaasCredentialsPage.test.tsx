import { pkiaasFamily, readPkiaasCredentials } from '@signet/contract/provider/pkiaas-credentials'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { pkiaasCredentialsFeature } from './pkiaas-credentials.screens.ts'

const rights = { view: true, add: true, edit: true, remove: true }
const theme = buildTheme({ isSp: true })
const permissions = [{ entityType: 'PKIAASCREDENTIALS' as const, ...rights }]
const session = buildConsoleSession({ theme, roles: [buildRole({ permissions })] })

it('shows a client certificate, and whether its key is set', {
  meta: { covers: ['screen:PKIaaSCredentials'] },
}, async () => {
  const setAt = '2026-11-30T08:00:00.000Z'
  serve(
    answering(readPkiaasCredentials, () => ({
      ...pkiaasFamily.defaults,
      authentication: 'CLIENT_CERTIFICATE' as const,
      certificate: '-----BEGIN CERTIFICATE-----',
      secretsSet: [{ name: 'privateKey' as const, setAt }],
    })),
  )
  const at = '/PKIaaSCredentials'
  const { container } = await showScreens(pkiaasCredentialsFeature, at, { session })
  expect(await screen.findByDisplayValue('-----BEGIN CERTIFICATE-----')).toBeDefined()
  expect(screen.getByText(/Set on .*2026/)).toBeDefined()
  expect(screen.queryByLabelText(/^API key/)).toBeNull()
  await expectAccessible(container)
})
