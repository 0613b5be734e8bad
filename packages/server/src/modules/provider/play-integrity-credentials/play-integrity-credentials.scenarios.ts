import { generateKeyPairSync } from 'node:crypto'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

const verificationKey = (): string => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
}

const shown = 'modules/provider/play-integrity-credentials/play-integrity-credentials.test.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    updatePlayIntegrityCredentials: ({ keep, ctx }) => ({
      body: {
        enabled: true,
        packageNames: ['test.example.app'],
        verificationKey: verificationKey(),
        secrets: { decryptionKey: keep(ctx.platform.ids.random(32).toString('base64')) },
      },
    }),
    testPlayIntegrityCredentials: () => ({ body: { token: 'a.b.c.d.e', nonce: 'AAAA' } }),
  },
  shownIn: {
    testPlayIntegrityCredentials: shown,
    deletePlayIntegrityCredentials: shown,
  },
}
