import { buildSamlCertificate } from '../../../security/sweep/saml-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const onSamlCertificate: Scenario = async ({ ctx }) => ({
  params: { id: await buildSamlCertificate(ctx) },
})

export const scenarios: SubjectScenarios = {
  calls: {
    activateSamlCertificate: onSamlCertificate,
    deleteSamlCertificate: onSamlCertificate,
  },
  ids: [
    {
      under: '/api/web/v1/applications/saml/certificates/',
      build: async ({ ctx }) => ({ id: await buildSamlCertificate(ctx) }),
    },
  ],
}
